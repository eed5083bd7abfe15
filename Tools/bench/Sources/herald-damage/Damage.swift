/// Changes some bytes, or pieces of them: set, flipped, left out, repeated, copied elsewhere, or a token put between.
enum Damage {
  private static let times = [1, 1, 1, 2, 5, 20]
  private static let lengths = [1, 1, 2, 8, 64, 4096]
  private static let repetitions = [1, 1, 3, 1000]
  private static let tokens =
    [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "true", "-1e999", "1e308", "-0", "99999999999999999999", "\n",
      "\r",
      "\t", " ", "\\ud800", "\\u0000", "\\udc00\\ud800", "'", "<", "&", "<!--", "]]>", "&#x110000;", "(", ")", "not ",
      ".*",
      "2026-02-30T25:61:61Z", "+23:59", "é", "\u{202E}", "\u{1F600}", "%00", "http://[::1", "untrusted comment: ", "RW",
    ].map { Array($0.utf8) } + [[0xFF], [0x00], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

  static func of(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var result = bytes
    for _ in 0..<dice.one(of: times) { change(&result, &dice) }
    return result
  }

  private static func change(_ bytes: inout [UInt8], _ dice: inout Dice) {
    let place = dice.number(below: bytes.count + 1)
    let end = min(bytes.count, place + dice.one(of: lengths))
    switch dice.number(below: 6) {
    case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: dice.next())
    case 1: bytes.removeSubrange(place..<end)
    case 2:
      let piece = Array(bytes[place..<end])
      bytes.insert(contentsOf: repeated(piece, dice.one(of: [1, 2, 100])), at: place)
    case 3:
      bytes.insert(contentsOf: repeated(dice.one(of: tokens), dice.one(of: repetitions)), at: place)
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(dice.number(below: 8))
    default:
      let piece = Array(bytes[place..<end])
      bytes.insert(contentsOf: piece, at: dice.number(below: bytes.count + 1))
    }
  }
  private static func repeated(_ piece: [UInt8], _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(piece.count * count)
    for _ in 0..<count { result += piece }
    return result
  }
}

import Testing

@testable import Herald

@Suite("Written bytes")
struct ByteOutputTests {
  @Test("are the pieces one behind the other, whatever their lengths", arguments: 1...30)
  func pieces(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var output = ByteOutput()
    var expected: [UInt8] = []
    for _ in 0..<40 {
      let piece = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      switch piece.count {
      case 1: output.append(piece[0])
      case 2...30:
        output.append(atMost: Int.random(in: piece.count...200, using: &random)) { place in
          for (index, byte) in piece.enumerated() { place[index] = byte }
          return piece.count
        }
      default: piece.withUnsafeBufferPointer { output.append($0) }
      }
      expected += piece
      #expect(output.count == expected.count)
    }
    #expect(output.bytes == expected)
    #expect(Array(output.written) == expected)
  }

  @Test("of a copy are its own")
  func copies() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    var copy = output
    copy.append(UInt8(ascii: "d"))
    output.append(UInt8(ascii: "e"))
    #expect(output.string == "abce")
    #expect(copy.string == "abcd")
  }

  @Test("that were lent stay what they were")
  func lent() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    let written = output.written
    output.removeAll()
    for byte in Array("xyz".utf8) { output.append(byte) }
    #expect(String(decoding: written, as: UTF8.self) == "abc")
    #expect(output.string == "xyz")
  }

  @Test("begin anew without what was there before")
  func anew() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    output.removeAll()
    #expect(output.isEmpty)
    output.append(UInt8(ascii: "x"))
    #expect(output.bytes == [UInt8(ascii: "x")])
  }
}

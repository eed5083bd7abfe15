import Herald

/// One tag of a page, such as `<script type="application/ld+json">`.
struct HTMLTag {
  /// In lower case.
  let name: String
  let isEnd: Bool
  /// The offset after the tag.
  private(set) var end: Int
  /// The attribute `type` without parameters, in lower case; empty where it is missing.
  private(set) var mediaType = ""

  /// Reads the tag at an offset; nil where no tag begins there.
  init?(_ bytes: [UInt8], at start: Int) {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
    isEnd = bytes[start + 1] == Self.slash
    guard let (name, end) = Self.name(bytes, at: start + (isEnd ? 2 : 1)) else { return nil }
    self.name = name
    self.end = end
    readAttributes(bytes)
  }

  /// The name at an offset in lower case, and the offset after it; nil where no letter is there.
  static func name(_ bytes: [UInt8], at start: Int) -> (name: String, end: Int)? {
    guard start < bytes.count, isLetter(bytes[start]) else { return nil }
    let end = bytes[start...].firstIndex { isBlank($0) || $0 == slash || $0 == closing } ?? bytes.count
    return (lowercased(bytes[start..<end]), end)
  }

  private static let slash = UInt8(ascii: "/")
  private static let closing = UInt8(ascii: ">")

  private mutating func readAttributes(_ bytes: [UInt8]) {
    var hasType = false
    while end < bytes.count {
      guard bytes[end] != Self.closing else {
        end += 1
        return
      }
      guard !Self.isBlank(bytes[end]), bytes[end] != Self.slash else {
        end += 1
        continue
      }
      let attribute = readAttribute(bytes)
      // The first of several attributes with one name counts.
      guard attribute.name == "type", !hasType else { continue }
      hasType = true
      let type = CharacterReferences.resolved(attribute.value).prefix { $0 != ";" }
      mediaType = String(type).trimmed.lowercased()
    }
  }

  private mutating func readAttribute(_ bytes: [UInt8]) -> (name: String, value: String) {
    let start = end
    // An equals sign in front belongs to the name.
    end += 1
    skip(bytes) { !Self.isBlank($0) && $0 != Self.slash && $0 != Self.closing && $0 != UInt8(ascii: "=") }
    let name = Self.lowercased(bytes[start..<end])
    skip(bytes, while: Self.isBlank)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return (name, "") }
    end += 1
    skip(bytes, while: Self.isBlank)
    guard end < bytes.count else { return (name, "") }
    let quote = bytes[end]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let valueStart = end
      skip(bytes) { !Self.isBlank($0) && $0 != Self.closing }
      return (name, String(decoding: bytes[valueStart..<end], as: UTF8.self))
    }
    let valueStart = end + 1
    end = valueStart
    skip(bytes) { $0 != quote }
    let value = String(decoding: bytes[valueStart..<end], as: UTF8.self)
    end = min(end + 1, bytes.count)
    return (name, value)
  }

  private mutating func skip(_ bytes: [UInt8], while isSkipped: (UInt8) -> Bool) {
    while end < bytes.count, isSkipped(bytes[end]) { end += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}

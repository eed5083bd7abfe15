import Herald

/// The text around a fault of JSON.
struct FaultContext {
  private let bytes: [UInt8]
  private let offset: Int
  /// The offset behind the last byte before the fault that is not white space.
  private let endBefore: Int

  init(_ text: String, at offset: Int) {
    bytes = Array(text.utf8)
    self.offset = min(offset, bytes.count)
    var end = self.offset
    while end > 0, Self.isBlank(bytes[end - 1]) { end -= 1 }
    endBefore = end
  }

  /// The byte at the fault, and the byte behind it; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  var next: UInt8? { offset + 1 < bytes.count ? bytes[offset + 1] : nil }

  /// The letters, digits and signs of names that begin at the fault; empty for anything else.
  var word: String {
    let word = bytes[offset...].prefix { byte in
      byte >= 0x80 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    guard let first = word.first, first >= 65 || first == UInt8(ascii: "_") else { return "" }
    return String(decoding: word.prefix(80), as: UTF8.self)
  }

  /// The curly quote at the fault; nil for another character.
  var curlyQuote: Character? {
    let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    return scalar.flatMap { "“”„‟‘’‚‛«»‹›＂".unicodeScalars.contains($0) ? Character($0) : nil }
  }

  /// True if the fault follows a text on the same line and is nothing that JSON could go on with, as where a quote within
  /// a text ended it too early.
  var isInsideText: Bool {
    guard endBefore > 0, bytes[endBefore - 1] == UInt8(ascii: "\""), isOnLineBefore, let byte else { return false }
    let isSign = "{}[]:,;=\"/#'".utf8.contains(byte)
    return !isSign && hasQuoteLaterOnLine
  }

  private var hasQuoteLaterOnLine: Bool {
    bytes[offset...].prefix { $0 != 0x0A }.contains(UInt8(ascii: "\""))
  }

  /// The line, from 1, on which the last byte before the fault stands that is not white space.
  var lineBefore: Int { 1 + bytes[..<endBefore].count { $0 == 0x0A } }

  /// True if nothing but blanks stands between that byte and the fault.
  var isOnLineBefore: Bool { !bytes[endBefore..<offset].contains(0x0A) }

  /// The brackets that close all that is open at the end, and the line of the text that is open there.
  var openBrackets: (closing: String, textLine: Int?) {
    var open: [Character] = []
    var textLine: Int?
    var line = 1
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A { line += 1 }
      if textLine != nil {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { textLine = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""): textLine = line
        case UInt8(ascii: "{"): open.append("}")
        case UInt8(ascii: "["): open.append("]")
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
        default: break
        }
      }
      index += 1
    }
    return (String(open.reversed()), textLine)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

import Foundation

/// Reads keys from a terminal that passes on each byte.
struct TerminalKeys {
  private let readByte: () -> UInt8?

  /// - Parameter readByte: waits for the next byte; nil at the end of input.
  init(_ readByte: @escaping () -> UInt8?) { self.readByte = readByte }

  func next() -> TerminalKey {
    guard let byte = readByte() else { return .endOfInput }
    switch byte {
    case 0x01: return .home
    case 0x02: return .left
    case 0x03: return .interrupt
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x06: return .right
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x0B: return .eraseToEnd
    case 0x0E: return .down
    case 0x10: return .up
    case 0x15: return .eraseToStart
    case 0x17: return .eraseWord
    case 0x08, 0x7F: return .backspace
    case 0x1B: return escape()
    case 0x20...0x7E: return .text(Character(Unicode.Scalar(byte)))
    case 0xC2...0xF4: return scalar(byte)
    default: return .unknown
    }
  }

  /// A key that sends several bytes, such as an arrow.
  private func escape() -> TerminalKey {
    guard let kind = readByte(), kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else { return .unknown }
    var digits = ""
    while let byte = readByte() {
      if byte < 0x40 {
        digits.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      switch (Character(Unicode.Scalar(byte)), digits) {
      case ("A", ""): return .up
      case ("B", ""): return .down
      case ("C", ""): return .right
      case ("D", ""): return .left
      case ("H", _), ("~", "1"), ("~", "7"): return .home
      case ("F", _), ("~", "4"), ("~", "8"): return .end
      case ("~", "3"): return .delete
      default: return .unknown
      }
    }
    return .endOfInput
  }

  /// A scalar of several bytes in UTF-8.
  private func scalar(_ first: UInt8) -> TerminalKey {
    var bytes = [first]
    for _ in 1..<(first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) {
      guard let byte = readByte() else { return .endOfInput }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.first.map { .text($0) } ?? .unknown
  }
}

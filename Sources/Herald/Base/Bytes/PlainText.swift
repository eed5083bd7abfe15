import CPlainText

/// Finds bytes that JSON or CSV cannot take as they are.
package enum PlainText {
  /// The offset of the first byte from `start` on that is a quote, a backslash, a control or not ASCII; the bytes' count
  /// where there is none.
  static func end(in bytes: BorrowedBytes, from start: Int) -> Int {
    let backslash = UInt8(ascii: "\\")
    return end(in: bytes, from: start, backslash, backslash)
  }

  /// True if all bytes are printable ASCII other than quotes and commas.
  package static func isPlainCell(_ bytes: BorrowedBytes) -> Bool {
    end(in: bytes, from: 0, UInt8(ascii: ","), 0x7F) == bytes.count
  }

  private static func end(in bytes: BorrowedBytes, from start: Int, _ mark: UInt8, _ other: UInt8) -> Int {
    guard start >= 0, start < bytes.count else { return start }
    return herald_plain_end(bytes.buffer.baseAddress, start, bytes.count, mark, other)
  }
}

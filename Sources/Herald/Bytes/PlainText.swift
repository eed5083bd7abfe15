import CPlainText

/// ASCII without quotes, backslashes and controls. Most strings of a JSON text consist of it.
enum PlainText {
  /// The offset of the first other byte from `start` on; the bytes' count where there is none.
  ///
  /// Compares 16 bytes at once, in C.
  @inline(__always)
  static func end(in bytes: BorrowedBytes, from start: Int) -> Int {
    guard start >= 0, start < bytes.count else { return start }
    return herald_plain_text_end(bytes.buffer.baseAddress, start, bytes.count)
  }
}

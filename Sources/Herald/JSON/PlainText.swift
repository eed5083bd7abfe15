import CPlainText

/// ASCII without quotes, backslashes and controls. Most strings of a JSON text consist of it.
enum PlainText {
  /// The end of the plain text that begins at an offset.
  @inline(__always)
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count else { return start }
    return herald_plain_text_end(base, start, bytes.count)
  }
}

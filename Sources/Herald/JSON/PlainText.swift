import CPlainText

/// ASCII that is neither quote, backslash nor control: what most of a JSON text's strings consist of.
enum PlainText {
  /// Where it ends that begins at an offset.
  @inline(__always)
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count else { return start }
    return herald_plain_text_end(base, start, bytes.count)
  }
}

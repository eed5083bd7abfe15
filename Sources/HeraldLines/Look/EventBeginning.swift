/// The bytes with which every event's line begins. Of a last line that breaks off, they tell an event from another text,
/// such as an error page.
package enum EventBeginning {
  /// True if a line begins with `{"`, after blanks.
  package static func isWhole(in line: some Collection<UInt8>) -> Bool {
    let start = line.drop(while: isBlank)
    return start.starts(with: #"{""#.utf8)
  }

  /// True if a last line without a newline, which cannot be parsed, was cut off while it was written.
  ///
  /// An error page has a last line without a newline too. So it counts only where it begins as an event does, or where
  /// nothing but the first byte was written.
  package static func isTorn(_ line: some Collection<UInt8>) -> Bool {
    let start = line.drop(while: isBlank)
    return start.starts(with: #"{""#.utf8) || start.elementsEqual("{".utf8)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

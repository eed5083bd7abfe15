import Herald

extension String {
  /// The text with trailing blanks, so that columns line up.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The text with blanks before it.
  package func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

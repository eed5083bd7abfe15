/// A place in a document.
public struct DocumentPlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The JSON pointer (RFC 6901), such as `/updates/0/filters`; empty for the whole document.
  public let pointer: String

  /// Makes a place.
  public init(line: Int, column: Int, pointer: String) {
    self.line = line
    self.column = column
    self.pointer = pointer
  }
}

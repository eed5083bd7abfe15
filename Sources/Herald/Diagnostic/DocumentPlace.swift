/// A place in a document.
public struct DocumentPlace: Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// RFC 6901, such as `/updates/0/filters`.
  public let pointer: String

  public init(line: Int, column: Int, pointer: String) {
    self.line = line
    self.column = column
    self.pointer = pointer
  }
}

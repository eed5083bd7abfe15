/// A text that is compared scalar by scalar.
///
/// Swift's `String` compares by canonical equivalence: there `"é"` written as one scalar equals `"e"` followed by a
/// combining accent. Ids, sources, rule ids, properties and languages must not: two installations whose names look
/// alike are still two installations. `ExactString` compares, orders and hashes the UTF-8 bytes, which is the same as
/// comparing scalar by scalar.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text itself, for showing and writing.
  public let string: String

  public init(_ string: String) { self.string = string }
  public init(stringLiteral value: String) { self.string = value }

  public var description: String { string }
  public var isEmpty: Bool { string.isEmpty }

  public static func == (left: Self, right: Self) -> Bool {
    left.withBytes { right.isEqual(to: $0) }
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.withBytes { a in right.withBytes { b in a.lexicographicallyPrecedes(b) } }
  }

  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine($0) }
    hasher.combine(0xFF as UInt8)
  }

  /// Whether the text's UTF-8 is these bytes.
  package func isEqual(to bytes: BorrowedBytes) -> Bool {
    withBytes { $0.isSame(as: bytes) }
  }

  /// Passes the UTF-8 bytes, which are valid until the closure returns.
  @inline(__always)
  package func withBytes<Value, Failure: Error>(
    _ body: (BorrowedBytes) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try string.withBorrowedBytes(body)
  }
}

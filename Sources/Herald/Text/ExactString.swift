/// A text that is compared by its Unicode scalars.
///
/// Swift's `String` compares by canonical equivalence: `"é"` as one scalar equals `"e"` followed by a combining accent.
/// Ids, sources, rule ids, properties and languages must differ there: two installations with names that look alike are
/// still two installations. `ExactString` compares, orders and hashes the UTF-8 bytes, which is the same as comparing
/// the scalars.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text as a `String`.
  public let string: String

  /// Wraps a text.
  public init(_ string: String) { self.string = string }
  /// Wraps a literal.
  public init(stringLiteral value: String) { self.string = value }

  /// The text itself.
  public var description: String { string }
  /// Whether the text has no characters.
  public var isEmpty: Bool { string.isEmpty }

  /// Whether the UTF-8 bytes are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.withBytes { right.isEqual(to: $0) }
  }

  /// Whether the left UTF-8 bytes come first.
  public static func < (left: Self, right: Self) -> Bool {
    left.withBytes { a in right.withBytes { b in a.lexicographicallyPrecedes(b) } }
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine($0) }
    hasher.combine(0xFF as UInt8)
  }

  /// Whether the text's UTF-8 bytes are equal to some bytes.
  package func isEqual(to bytes: BorrowedBytes) -> Bool {
    withBytes { $0.isSame(as: bytes) }
  }

  /// Calls `body` with the UTF-8 bytes, which are valid until it returns.
  ///
  /// Inlinable, because other modules would make the types of a generic call at run time. Bench row 11: 20 % less time,
  /// together with the words of ``JSONWriter`` and the quotes of CSV.
  @inlinable
  @inline(__always)
  package func withBytes<Value, Failure: Error>(
    _ body: (BorrowedBytes) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try string.withBorrowedBytes(body)
  }
}

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
  /// True if the text has no characters.
  public var isEmpty: Bool { string.isEmpty }

  /// True if the UTF-8 bytes are equal.
  public static func == (left: Self, right: Self) -> Bool {
    if left.hasBits(of: right) { return true }
    let count = left.string.utf8.count
    guard count == right.string.utf8.count else { return false }
    // A `String` of up to 15 bytes is compared in registers, and texts that differ for Swift differ in their bytes too.
    if count < 16, left.string != right.string { return false }
    return left.withBytes { right.isEqual(to: $0) }
  }

  /// True if both are the same words in memory: the same storage, or the same short text within them.
  ///
  /// Most comparisons are of rule ids, which are short. Bench row 7e: a decision of ten rules takes half the time.
  @inline(__always)
  func hasBits(of other: Self) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
    let own = unsafeBitCast(string, to: (UInt64, UInt64).self)
    let others = unsafeBitCast(other.string, to: (UInt64, UInt64).self)
    return own.0 == others.0 && own.1 == others.1
  }

  /// True if the left UTF-8 bytes come first.
  public static func < (left: Self, right: Self) -> Bool {
    left.withBytes { a in right.withBytes { b in a.lexicographicallyPrecedes(b) } }
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine($0) }
    hasher.combine(0xFF as UInt8)
  }

  /// True if the text's UTF-8 bytes are equal to some bytes. Inlined, so that no text is retained: bench row 3.
  @inlinable
  @inline(__always)
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

/// The kind of a JSON value (RFC 8259, section 3).
package enum JSONKind: UInt8, Sendable {
  case null, bool, number, string, array, object

  /// The kind as an error names it.
  package var name: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

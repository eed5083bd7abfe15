import Herald

/// An operator that compares two values, as a condition writes it.
public enum ComparisonSign: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="
  case equal = "=="
  case other = "!="

  /// True if the comparison of two values holds.
  public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .more: left > right
    case .atLeast: left >= right
    case .equal: left == right
    case .other: left != right
    }
  }

  /// True if the sign compares by order, and not only for equality.
  var asksForOrder: Bool { self != .equal && self != .other }

  /// All signs with blanks between them, for errors.
  public static let known = allCases.map(\.rawValue).joined(separator: " ")
}

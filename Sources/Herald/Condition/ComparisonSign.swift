/// How two values are compared, as a person writes it.
public enum ComparisonSign: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="
  case equal = "=="
  case other = "!="

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

  /// Whether the sign asks for an order, and not only whether both are the same.
  var asksForOrder: Bool { self != .equal && self != .other }

  /// All signs as an error lists them.
  public static let known = allCases.map(\.rawValue).joined(separator: " ")
}

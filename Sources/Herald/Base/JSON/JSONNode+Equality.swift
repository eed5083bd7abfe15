/// Equality as JSON values: members in any order, numbers by value, texts scalar by scalar.
extension JSONNode {
  package func isEqualValue(to other: JSONNode) -> Bool {
    switch (value, other.value) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)):
      return a == b || DecimalNumber(json: a) == DecimalNumber(json: b)
    case (.string(let a), .string(let b)): return ExactString(a) == ExactString(b)
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.isEqualValue(to: $1) }
    case (.object(let a), .object(let b)):
      guard a.count == b.count else { return false }
      let others = Dictionary(b.map { (ExactString($0.name), $0.node) }) { first, _ in first }
      return a.allSatisfy { others[ExactString($0.name)]?.isEqualValue(to: $0.node) ?? false }
    default: return false
    }
  }
}

package import Herald

extension JSONNode {
  package var bool: Bool? {
    if case .bool(let bool) = value { bool } else { nil }
  }

  package var integer: Int? {
    if case .number(let text) = value { DecimalNumber(json: text)?.integer } else { nil }
  }

  package var elements: [JSONNode] {
    if case .array(let elements) = value { elements } else { [] }
  }
}

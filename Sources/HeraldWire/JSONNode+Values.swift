import Herald

extension JSONNode {
  /// The elements of an array; nil for another value.
  var elements: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The value of a number without a fraction; nil for another value.
  var integer: Int? { if case .number(let text) = value { Int(text) } else { nil } }

  /// True for `true` only.
  var isTrue: Bool { if case .bool(true) = value { true } else { false } }
}

import Herald

extension JSONNode {
  /// True for `true` only.
  var isTrue: Bool { if case .bool(true) = value { true } else { false } }
}

import Herald

/// A value's place in a line of an outcome.
struct FieldPlace {
  /// A kind of line, such as a state.
  enum Line: String {
    case state, decision, refusal

    /// The kind of a line: a state counts events, and a refusal has no installation.
    init(_ node: JSONNode) {
      self = node[name: "source"] == nil ? .refusal : node[name: "counts"] == nil ? .decision : .state
    }
  }

  let line: Line
  /// The names from the line's own members to the value, as a JSON pointer; `*` for a name that is data, such as a rule's
  /// id, and for a place in a list. So all values of one field have the same.
  let field: String
  /// The shape of the value; nil where a state's shape has no such name, and in decisions.
  private let shape: FieldShape?

  /// The place of a line itself.
  init(_ node: JSONNode) {
    line = Line(node)
    field = ""
    shape = line == .state ? .object(FieldShape.state) : nil
  }

  private init(_ line: Line, _ field: String, _ shape: FieldShape?) {
    (self.line, self.field, self.shape) = (line, field, shape)
  }

  /// True if the names of the value's members are data. Then a name that is missing is something that did not happen.
  var isNamedByData: Bool {
    if case .named = shape { true } else { false }
  }

  func member(_ name: String) -> FieldPlace {
    let part = isNamedByData ? "*" : JSONPointer.token(name)
    return FieldPlace(line, "\(field)/\(part)", shape?.member(ExactString(name)))
  }

  var element: FieldPlace { FieldPlace(line, field + "/*", nil) }
}

extension FieldPlace: Hashable {
  static func == (one: FieldPlace, other: FieldPlace) -> Bool { one.line == other.line && one.field == other.field }

  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(field)
  }
}

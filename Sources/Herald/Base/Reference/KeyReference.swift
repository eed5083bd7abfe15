/// The reference of one key of a document, or one field of an event.
package struct KeyReference: Sendable {
  /// The presence of a key: required or not, and the value that holds where it is absent.
  package enum Presence: Hashable, Sendable {
    case required
    /// - Parameter when: the cases in which it must be there, such as `where status is 200`.
    case requiredIf(_ when: String)
    /// - Parameter default: the value that holds without the key, as JSON or as a word such as `none`.
    case optional(default: String)
  }

  /// The effect of a value of another shape.
  package enum Fault: Hashable, Sendable {
    case refusesDocument
    /// - Parameter what: the part that is left out, such as `the rule`.
    case leavesOut(_ what: String)
    case refusesLine
    case countsAsAbsent

    /// The consequence in words, such as `the rule is left out`.
    package var words: String {
      switch self {
      case .refusesDocument: "the document is refused"
      case .leavesOut(let what): "\(what) is left out"
      case .refusesLine: "the line is refused"
      case .countsAsAbsent: "counts as absent"
      }
    }
  }

  package var name: String
  package let shape: ValueShape
  package let presence: Presence
  /// One plain sentence.
  package let meaning: String
  /// A value as JSON.
  package let example: String
  package let fault: Fault
  /// True if the key is read in some cases only, which a constraint of the object lists: its own schema allows
  /// anything.
  package let isReadByConstraint: Bool

  package init(
    _ name: String, _ shape: ValueShape, _ presence: Presence, _ meaning: String, example: String, fault: Fault,
    isReadByConstraint: Bool = false
  ) {
    self.name = name
    self.shape = shape
    self.presence = presence
    self.meaning = meaning
    self.example = example
    self.fault = fault
    self.isReadByConstraint = isReadByConstraint
  }

  /// The reference of a key whose declaration has its name.
  package init(
    _ shape: ValueShape, _ presence: Presence, _ meaning: String, example: String, fault: Fault,
    isReadByConstraint: Bool = false
  ) {
    self.init("", shape, presence, meaning, example: example, fault: fault, isReadByConstraint: isReadByConstraint)
  }

  /// True if the key must be there in every case.
  package var isRequired: Bool { presence == .required }

  /// The default as JSON; nil for a required key, and for a default that is not a value, such as `none`.
  package var defaultValue: JSONNode? {
    guard case .optional(let text) = presence else { return nil }
    return try? JSONNode.read(text).node
  }

  /// The presence in words, such as `required` and `default: false`.
  package var presenceWords: String {
    switch presence {
    case .required: "required"
    case .requiredIf(let when): "required \(when)"
    case .optional(let text): "default: \(text)"
    }
  }
}

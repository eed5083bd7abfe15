/// The meaning of a field of an event's data. Its type and whether it's required follow from how it is read.
struct FieldMeaning: Sendable {
  let name: String
  /// One plain sentence.
  let meaning: String
  /// A value as JSON.
  let example: String
  /// The words that Herald knows, of a field that takes any word.
  let words: [String]
  /// The presence, where it does not follow from how the field is read; nil where it does.
  let presence: KeyReference.Presence?
  let shape: ValueShape?
  /// True if a constraint of the type says when the field is read.
  let isReadByConstraint: Bool

  init(
    _ name: String, _ meaning: String, example: String, words: [String] = [], presence: KeyReference.Presence? = nil,
    shape: ValueShape? = nil, isReadByConstraint: Bool = false
  ) {
    self.name = name
    self.meaning = meaning
    self.example = example
    self.words = words
    self.presence = presence
    self.shape = shape
    self.isReadByConstraint = isReadByConstraint
  }
}

extension EventType {
  /// The reference of the type's data: the fields that are read, each with its meaning.
  package var reference: ObjectReference {
    let payload = traits.payload
    let keys = fields.map { field in
      let about = payload.meanings.first { $0.name == field.name }
      let words = about?.words ?? []
      let shape = about?.shape ?? (words.isEmpty ? field.shape : .words(words, isOpen: true))
      return KeyReference(
        field.name, shape, about?.presence ?? field.presence, about?.meaning ?? "", example: about?.example ?? "",
        fault: field.fault, isReadByConstraint: about?.isReadByConstraint ?? false)
    }
    return ObjectReference(rawValue, "the data of `\(rawValue)`", at: "data", keys, constraints: payload.constraints)
  }

  /// The names that have a meaning: the names of the fields, in another order.
  package var explainedFields: [String] { traits.payload.meanings.map(\.name) }

  /// The meaning of the type of event, in one sentence.
  package var meaning: String { traits.payload.meaning }
}

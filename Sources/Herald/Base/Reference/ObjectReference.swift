/// The reference of one object: a document, a part of it, or the data of an event.
package struct ObjectReference: Sendable {
  /// A constraint between the keys of an object.
  package struct Constraint: Sendable {
    /// One sentence.
    package let words: String
    /// The same as JSON Schema.
    package let schema: JSONNode

    package init(_ words: String, _ schema: JSONNode) {
      self.words = words
      self.schema = schema
    }
  }

  /// The keys that are not listed.
  package enum OtherKeys: Sendable {
    /// They are ignored.
    case ignored
    /// They are names that the author chooses.
    case named(KeyReference)
  }

  /// The object's name in a schema, such as `update`.
  package let id: String
  /// The object in words, such as `an update` and `updates`.
  package let name: String
  package let plural: String
  /// The object's path, such as `updates[]`; empty for the whole.
  package let path: String
  package let keys: [KeyReference]
  package let otherKeys: OtherKeys
  package let constraints: [Constraint]
  /// What a strict schema asks besides; nil for nothing.
  package let strictly: JSONNode?

  package init(
    _ id: String, _ name: String, plural: String = "", at path: String = "", _ keys: [KeyReference],
    others: OtherKeys = .ignored, constraints: [Constraint] = [], strictly: JSONNode? = nil
  ) {
    self.id = id
    self.name = name
    self.plural = plural
    self.path = path
    self.keys = keys
    otherKeys = others
    self.constraints = constraints
    self.strictly = strictly
  }

  /// This object, and all that its keys contain, each once and in the order of the keys.
  package var all: [ObjectReference] {
    var found: [ObjectReference] = []
    collect(into: &found)
    return found
  }

  private func collect(into found: inout [ObjectReference]) {
    guard !found.contains(where: { $0.id == id }) else { return }
    found.append(self)
    for key in keys { for object in key.shape.objects { object.collect(into: &found) } }
    if case .named(let key) = otherKeys { for object in key.shape.objects { object.collect(into: &found) } }
  }
}

package import Herald

/// A format's entry in the reference.
package struct FormatReference: Sendable {
  /// The language of a document.
  package enum Language: String, Sendable {
    case json = "JSON", html = "HTML", xml = "XML"
  }

  /// One sentence: whose document it is, and what it says.
  package let summary: String
  package let language: Language
  /// The document; of HTML and XML the parts that are read.
  package let document: ObjectReference

  package init(_ summary: String, in language: Language = .json, _ document: ObjectReference) {
    self.summary = summary
    self.language = language
    self.document = document
  }

  /// A document whose keys all stand at its root.
  init<Key: DocumentKey>(_ summary: String, keys: Key.Type, constraints: [ObjectReference.Constraint] = []) {
    self.init(summary, ObjectReference("document", "the document", Key.references, constraints: constraints))
  }
}

extension ObjectReference.Constraint {
  /// At least one of some keys is there, and is not `null`.
  static func any<Key: DocumentKey>(of keys: [Key]) -> Self { any(of: keys) { .present($0) } }

  /// At least one of some keys is there, and is neither `null` nor a blank text.
  static func anySaid<Key: DocumentKey>(of keys: [Key]) -> Self {
    let nothing: JSONNode = .object([
      "anyOf": .list([
        .object(["type": .text("null")]),
        .object(["type": .text("string"), "pattern": .text("^\(TextForm.blank)*$")]),
      ])
    ])
    return any(of: keys) { .present($0, .object(["not": nothing])) }
  }

  private static func any<Key: DocumentKey>(of keys: [Key], _ present: (Key) -> JSONNode) -> Self {
    let names = keys.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return Self(
      keys.count == 1 ? "\(names) must be there." : "At least one of \(names) must be there.",
      .object(["anyOf": .list(keys.map(present))]))
  }
}

extension JSONNode {
  /// The schema of an object that has a key, which is not `null`.
  static func present(_ key: some DocumentKey) -> JSONNode {
    present(key, .object(["not": .object(["type": .text("null")])]))
  }

  /// The schema of an object without some keys, whose other key has a shape if it's there.
  static func without<Key: DocumentKey>(_ absent: [Key], _ key: Key, is shape: ValueShape) -> JSONNode {
    .object([
      "if": .object(["not": .object(["anyOf": .list(absent.map { .present($0) })])]),
      "then": .object(["properties": .object([(name: key.rawValue, node: JSONSchema.schema(of: shape.orNull))])]),
    ])
  }

  /// The schema of an object whose own names are none of some keys, which stand in its place by mistake.
  static func noName(among keys: Set<String>) -> JSONNode {
    .object(["propertyNames": .object(["not": .object(["enum": .texts(keys.sorted())])])])
  }

  /// The schema of an object that has a key with a value of a schema.
  static func present(_ key: some DocumentKey, _ value: JSONNode) -> JSONNode {
    .object(["required": .texts([key.rawValue]), "properties": .object([(name: key.rawValue, node: value)])])
  }
}

/// Writes a reference as JSON Schema 2020-12, so that editors complete keys and mark mistakes.
///
/// A document is valid where its reader finds no error in its shape, and only there: `null` counts as absent, booleans and
/// numbers may be texts, and a value that counts as absent may be anything.
package struct JSONSchema {
  private var definitions: [(name: String, node: JSONNode)] = []

  /// The schema of a document or an event.
  ///
  /// - Parameters:
  ///   - parts: objects to which the constraints refer by `#/$defs/ID`.
  ///   - id: the schema's `$id`.
  ///   - title: the described object.
  ///   - description: the same in a sentence.
  package static func schema(
    of root: ObjectReference, with parts: [ObjectReference] = [], id: String, title: String, description: String
  ) -> JSONNode {
    var schema = JSONSchema()
    let members = schema.members(of: root)
    for part in parts + root.all.filter(root.isNamedByConstraints) { _ = schema.definition(of: part) }
    let head: [(name: String, node: JSONNode)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("$id", .text(id)),
      ("title", .text(title)), ("description", .text(description)),
    ]
    let definitions = schema.definitions
    return .object(head + members + (definitions.isEmpty ? [] : [("$defs", .object(definitions))]))
  }

  /// The schema of a value, for a constraint. The surrounding schema defines the objects that it refers to.
  package static func schema(of shape: ValueShape) -> JSONNode {
    var schema = JSONSchema()
    return shape.schema(&schema)
  }

  /// The members of an object's schema.
  private mutating func members(of object: ObjectReference) -> [(name: String, node: JSONNode)] {
    var members: [(name: String, node: JSONNode)] = [("type", .text("object"))]
    let required = object.keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", .texts(required))) }
    if !object.keys.isEmpty {
      members.append(("properties", .object(object.keys.map { ($0.name, self.schema(of: $0)) })))
    }
    if case .named(let key) = object.otherKeys {
      members.append(("additionalProperties", schema(of: key)))
    }
    if !object.constraints.isEmpty { members.append(("allOf", .list(object.constraints.map(\.schema)))) }
    return members
  }

  /// The schema of a key's value, with the texts that editors show beside it.
  private mutating func schema(of key: KeyReference) -> JSONNode {
    var members: [(name: String, node: JSONNode)] = []
    let isOptional = !key.isRequired
    if key.isReadByConstraint, key.shape.objects.contains(where: \.isStrict) {
      // Where the object is not read, none of its keys is.
      members = []
    } else if key.fault == .countsAsAbsent || key.isReadByConstraint {
      // A value of another shape is not an error here; the schema only lists what editors complete.
      members = hints(for: key.shape)
    } else if case .object(let members) = (isOptional ? key.shape.orNull : key.shape).schema(&self).value {
      return annotated(members.map { ($0.name, $0.node) }, key)
    }
    return annotated(members, key)
  }

  private func annotated(_ members: [(name: String, node: JSONNode)], _ key: KeyReference) -> JSONNode {
    var all = members + [("description", .text(key.meaning))]
    if let value = key.defaultValue { all.append(("default", value)) }
    if let example = try? JSONNode.read(key.example).node { all.append(("examples", .list([example]))) }
    return .object(all)
  }

  /// The keys of an object that may be anything else too.
  private mutating func hints(for shape: ValueShape) -> [(name: String, node: JSONNode)] {
    guard let object = shape.objects.first else { return [] }
    return members(of: object).filter { $0.name != "type" && $0.name != "required" }
  }

  /// A reference to a schema that is written once.
  fileprivate mutating func definition(_ name: String, _ make: (inout JSONSchema) -> JSONNode) -> JSONNode {
    if !definitions.contains(where: { $0.name == name }) {
      // The place is taken first, so that definitions are in the order of their first use.
      definitions.append((name, .object([:])))
      let node = make(&self)
      if let index = definitions.firstIndex(where: { $0.name == name }) { definitions[index].node = node }
    }
    return .object(["$ref": .text("#/$defs/\(name)")])
  }

  fileprivate mutating func definition(of object: ObjectReference) -> JSONNode {
    definition(object.id) { .object($0.members(of: object)) }
  }
}

extension ObjectReference {
  /// True if a value of another shape does more to one of the object's keys than count as absent.
  fileprivate var isStrict: Bool { keys.contains { $0.fault != .countsAsAbsent } }

  /// True if a constraint of this object, or of one inside, refers to an object.
  fileprivate func isNamedByConstraints(_ object: ObjectReference) -> Bool {
    all.contains { $0.constraints.contains { $0.schema.line.contains("\"#/$defs/\(object.id)\"") } }
  }
}

extension ValueShape {
  /// The shape where `null` counts as absent.
  package var orNull: ValueShape {
    switch self {
    case .orNull, .anything: self
    default: .orNull(self, meaning: "")
    }
  }

  fileprivate func schema(_ schema: inout JSONSchema) -> JSONNode {
    switch self {
    case .text: .object(["type": .text("string")])
    case .form(let form):
      .object(["type": .text("string"), "pattern": .text(form.pattern), "patternErrorMessage": .text(form.name)])
    case .words(let words, let isOpen):
      isOpen
        ? .object([
          "anyOf": .list([.object(["enum": .texts(words)]), .object(["type": .text("string")])])
        ]) : .object(["enum": .texts(words)])
    case .numbers(let numbers): .object(["enum": .list(numbers.map { .number($0) })])
    case .boolean: .object(["type": .text("boolean")])
    case .integer(let range):
      .object([
        "type": .text("integer"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    case .anyNumber: .object(["type": .text("number")])
    case .number(let range, _):
      .object([
        "type": .text("number"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    case .positive:
      .object([
        "type": .text("number"), "exclusiveMinimum": .number(0), "maximum": .number(DecimalNumber.largestInteger),
      ])
    case .lenient(let shape): lenient(shape, &schema)
    case .orNull(let shape, _): .object(["anyOf": .list([shape.schema(&schema), .object(["type": .text("null")])])])
    case .object(let object): schema.definition(of: object)
    case .list(let element, true, _):
      .object(["type": .text("array"), "minItems": .number(1), "prefixItems": .list([element.schema(&schema)])])
    case .list(let element, false, let count):
      .object(
        [(name: "type", node: .text("array")), (name: "items", node: element.schema(&schema))]
          + (count.lowerBound == 0 ? [] : [(name: "minItems", node: .number(count.lowerBound))])
          + (count.upperBound == .max ? [] : [(name: "maxItems", node: .number(count.upperBound))]))
    case .either(let shapes, _): .object(["anyOf": .list(shapes.map { $0.schema(&schema) })])
    case .anything: .object([:])
    }
  }

  private func lenient(_ shape: ValueShape, _ schema: inout JSONSchema) -> JSONNode {
    switch shape {
    case .boolean:
      schema.definition("boolean") { schema in
        .object([
          "anyOf": .list([
            shape.schema(&schema), .object(["enum": .list([.number(0), .number(1)])]),
            ValueShape.form(.boolean).schema(&schema),
          ])
        ])
      }
    case .integer(let range): shape.orText(.number(range, isInteger: true), &schema)
    case .number(let range, _): shape.orText(.number(range, isInteger: false), &schema)
    case .positive: shape.orText(.positiveNumber, &schema)
    default: shape.schema(&schema)
    }
  }

  private func orText(_ form: TextForm, _ schema: inout JSONSchema) -> JSONNode {
    .object(["anyOf": .list([self.schema(&schema), ValueShape.form(form).schema(&schema)])])
  }
}

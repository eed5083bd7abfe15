/// Writes a reference as JSON Schema 2020-12, so that editors complete keys and mark mistakes.
///
/// A document is valid where its reader finds no error in its shape, and only there: `null` counts as absent, booleans and
/// numbers may be texts, and a value that counts as absent may be anything.
///
/// A strict schema is for people who write a document: each key is a known one and each value has its one usual shape, so
/// that a checker's error is short and stands at the key.
package struct JSONSchema {
  fileprivate let isStrict: Bool
  private var definitions: [(name: String, node: JSONNode)] = []

  private init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// The schema of a document or an event.
  ///
  /// - Parameters:
  ///   - parts: objects to which the constraints refer by `#/$defs/ID`.
  ///   - id: the schema's `$id`.
  ///   - title: the described object.
  ///   - description: the same in a sentence.
  ///   - isStrict: true for a schema without unknown keys, `null` and second spellings.
  package static func schema(
    of root: ObjectReference, with parts: [ObjectReference] = [], id: String, title: String, description: String,
    isStrict: Bool = false
  ) -> JSONNode {
    var schema = JSONSchema(isStrict: isStrict)
    let members = schema.members(of: root, isRoot: true)
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
  ///
  /// - Parameter isRoot: true for the document, in which an editor may find the address of its schema.
  private mutating func members(
    of object: ObjectReference, isRoot: Bool = false
  ) -> [(name: String, node: JSONNode)] {
    var members: [(name: String, node: JSONNode)] = [("type", .text("object"))]
    let required = object.keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", .texts(required))) }
    var properties = object.keys.map { (name: $0.name, node: self.schema(of: $0)) }
    if isStrict, isRoot { properties.append(("$schema", .object(["type": .text("string")]))) }
    if !properties.isEmpty { members.append(("properties", .object(properties))) }
    switch object.otherKeys {
    case .named(let key): members.append(("additionalProperties", schema(of: key)))
    case .ignored: if isStrict { members.append(("additionalProperties", .bool(false))) }
    }
    let constraints =
      isStrict
      ? object.constraints.map(\.schema.withoutNull) + (object.strictly.map { [$0] } ?? [])
      : object.constraints.map(\.schema)
    if !constraints.isEmpty { members.append(("allOf", .list(constraints))) }
    return members
  }

  /// The schema of a key's value, with the texts that editors show beside it.
  private mutating func schema(of key: KeyReference) -> JSONNode {
    var members: [(name: String, node: JSONNode)] = []
    let isOptional = !key.isRequired
    if key.isReadByConstraint, key.shape.objects.contains(where: \.isStrict) {
      // Where the object is not read, none of its keys is.
      members = []
    } else if key.fault == .countsAsAbsent && !isStrict || key.isReadByConstraint {
      // A value of another shape is not an error here; the schema only lists what editors complete.
      members = hints(for: key.shape)
    } else if case .object(let members) = (isOptional && !isStrict ? key.shape.orNull : key.shape).schema(&self).value {
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

extension JSONNode {
  /// A schema in which nothing may be `null`: each choice between a schema and `null` is the schema.
  fileprivate var withoutNull: JSONNode {
    switch value {
    case .object(let members):
      if members.count == 1, let only = members.first, only.name == "anyOf", case .array(let choices) = only.node.value,
        choices.count == 2, choices[1].line == #"{"type":"null"}"#
      {
        return choices[0].withoutNull
      }
      return .object(members.map { (name: $0.name, node: $0.node.withoutNull) })
    case .array(let elements): return .list(elements.map(\.withoutNull))
    case .string, .number, .bool, .null: return self
    }
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
    case .lenient(let shape): schema.isStrict ? shape.schema(&schema) : lenient(shape, &schema)
    case .orNull(let shape, _): .object(["anyOf": .list([shape.schema(&schema), .object(["type": .text("null")])])])
    case .object(let object): schema.definition(of: object)
    case .list(let element, true, _):
      .object([
        "type": .text("array"), "minItems": .number(1), "prefixItems": .list([element.schema(&schema)]),
        "items": .object(["if": .object(["type": .text("object")]), "then": element.schema(&schema)]),
      ])
    case .list(let element, false, let count):
      .object(
        [(name: "type", node: .text("array")), (name: "items", node: element.schema(&schema))]
          + (count.lowerBound == 0 ? [] : [(name: "minItems", node: .number(count.lowerBound))])
          + (count.upperBound == .max ? [] : [(name: "maxItems", node: .number(count.upperBound))]))
    case .either(let shapes, _):
      schema.isStrict
        ? strict(shapes, &schema) : .object(["anyOf": .list(shapes.map { $0.schema(&schema) })])
    case .anything: .object([:])
    }
  }

  /// One of several shapes without `anyOf`, whose errors name no place: a list rather than its only element, and for
  /// others a choice by the type of the value.
  private func strict(_ shapes: [ValueShape], _ schema: inout JSONSchema) -> JSONNode {
    if let list = shapes.first, case .list = list { return list.schema(&schema) }
    let object = shapes.first { if case .object = $0 { true } else { false } }
    let types = shapes.compactMap(\.plainType)
    guard types.count == shapes.count - (object == nil ? 0 : 1) else {
      return .object(["anyOf": .list(shapes.map { $0.schema(&schema) })])
    }
    guard let object else { return .object(["type": .texts(types)]) }
    return .object([
      "if": .object(["type": .text("object")]), "then": object.schema(&schema),
      "else": .object(["type": .texts(types)]),
    ])
  }

  /// The type of a shape that asks nothing but its type; nil for other shapes.
  private var plainType: String? {
    switch self {
    case .text: "string"
    case .anyNumber: "number"
    case .boolean: "boolean"
    case .form, .words, .numbers, .integer, .number, .positive, .lenient, .orNull, .object, .list, .either, .anything:
      nil
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

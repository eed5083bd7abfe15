/// The reference of a line of a log.
package enum EventReference {
  /// The attributes of a line.
  package static var line: ObjectReference {
    ObjectReference(
      "event", "an event: one line of a log", plural: "events", EventAttribute.allCases.map(\.reference),
      constraints: [ofKnownTypes] + EventType.allCases.map(demand))
  }

  /// The JSON Schema of a line.
  package static var schema: JSONNode {
    JSONSchema.schema(
      of: line, with: EventType.allCases.map(\.reference),
      id: "urn:herald:schema:event", title: "Herald event",
      description: "One line of a log: a CloudEvents 1.0 event of an app that Herald watches.")
  }

  /// The constraint on known types. For a type that Herald does not know, any valid CloudEvent is accepted.
  private static var ofKnownTypes: ObjectReference.Constraint {
    ObjectReference.Constraint(
      "An event of a type that Herald knows has a time, and JSON as its data.",
      .object([
        "if": .object(["properties": .object([("type", .object(["enum": .texts(EventType.allCases.map(\.rawValue))]))])]
        ),
        "then": .object([
          "properties": .object([
            (name: EventAttribute.time.rawValue, node: .object(["type": .text("string")])),
            (
              name: EventAttribute.datacontenttype.rawValue,
              node: .object([
                "anyOf": .list([
                  .object(["type": .text("null")]),
                  .object(["type": .text("string"), "pattern": .text(TextForm.jsonContentType.pattern)]),
                ])
              ])
            ),
            (name: EventAttribute.data.rawValue, node: .object(["type": .list([.text("object"), .text("null")])])),
          ]),
          "required": .texts([EventAttribute.time.rawValue]),
        ]),
      ]))
  }

  /// The data of a type in its current shape.
  private static func demand(_ type: EventType) -> ObjectReference.Constraint {
    let version = EventSchema.current.version(of: type)
    let data = JSONNode.object(["$ref": .text("#/$defs/\(type.rawValue)")])
    let mustBeThere = type.reference.keys.contains(where: \.isRequired)
    return ObjectReference.Constraint(
      "The data of `\(type.rawValue)` is an object of the fields below.",
      .object([
        "if": .object([
          "properties": .object([
            (name: EventAttribute.type.rawValue, node: .object(["const": .text(type.rawValue)])),
            (
              name: EventAttribute.dataversion.rawValue,
              node: .object(["enum": .list([.built(.null)] + (1...version).map { .number($0) })])
            ),
          ])
        ]),
        "then": .object(
          [
            (
              name: "properties",
              node: .object([
                (
                  name: EventAttribute.data.rawValue,
                  node: mustBeThere ? data : .object(["anyOf": .list([data, .object(["type": .text("null")])])])
                )
              ])
            )
          ] + (mustBeThere ? [(name: "required", node: .texts([EventAttribute.data.rawValue]))] : [])),
      ]))
  }
}

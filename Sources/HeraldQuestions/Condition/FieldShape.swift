package import Herald

/// The kind of a value, and the names of the values below it.
package indirect enum FieldShape: Sendable {
  case number
  case text
  case time
  case list
  /// Values with these names, or null.
  case object([Member])
  /// Values of one shape with any names, such as properties and rule ids.
  case named(FieldShape)

  package struct Member: Sendable {
    package let name: ExactString
    package let shape: FieldShape

    init(_ name: ExactString, _ shape: FieldShape) {
      self.name = name
      self.shape = shape
    }
  }

  /// The names of a state, in the order of its JSON.
  package static let state: [Member] = ShapeReader.members(of: InstallationState.self)

  /// The names of a decision; its rules by their ids.
  package static let decision: FieldShape = .object([
    Member("source", .text), Member("revision", .number), Member("time", .time), Member("trigger", .text),
    Member("reason", .text),
    Member(
      "show",
      .object([
        Member("rule", .text), Member("kind", .text), Member("variant", .text), Member("language", .text),
        Member("destination", .text), Member("buttons", .list),
      ])),
    Member("rules", .named(.object([Member("failed", .text)]))),
  ])

  /// Everything that a condition can name: a state's names, and `decision`.
  package static let all: FieldShape = .object(state + [Member("decision", decision)])

  /// The names of the members; empty for any other shape.
  package var names: [ExactString] {
    if case .object(let members) = self { members.map(\.name) } else { [] }
  }

  /// The shape of a member; nil for an unknown name.
  func member(_ name: ExactString) -> FieldShape? {
    switch self {
    case .object(let members): members.first { $0.name == name }?.shape
    case .named(let shape): shape
    case .number, .text, .time, .list: nil
    }
  }

  /// The kind of value, as an error names it.
  var kind: String {
    switch self {
    case .number: "a number"
    case .text: "a text"
    case .time: "a time"
    case .list: "a list"
    case .object, .named: "several values"
    }
  }
}

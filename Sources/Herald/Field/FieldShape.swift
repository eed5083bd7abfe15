/// What kind of value stands under a name, and which names there are below it.
package indirect enum FieldShape: Sendable {
  case number
  case text
  case time
  case list
  /// Values under these names, or null.
  case object([Member])
  /// Values of one shape under any names, such as properties and rule ids.
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
        Member("rule", .text), Member("kind", .text), Member("language", .text), Member("destination", .text),
        Member("buttons", .list),
      ])),
    Member("rules", .named(.object([Member("failed", .text)]))),
  ])

  /// Everything that a condition can ask for: a state's names, and `decision`.
  package static let all: FieldShape = .object(state + [Member("decision", decision)])

  /// The names below; none where any name may stand there, or nothing is below.
  package var names: [ExactString] {
    if case .object(let members) = self { members.map(\.name) } else { [] }
  }

  /// The shape under a name; nil for an unknown name.
  func member(_ name: ExactString) -> FieldShape? {
    switch self {
    case .object(let members): members.first { $0.name == name }?.shape
    case .named(let shape): shape
    case .number, .text, .time, .list: nil
    }
  }

  /// What kind of value it is, as an error names it.
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

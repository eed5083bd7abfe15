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
  /// A value of any kind, as an event of an unknown type may have.
  case any

  package struct Member: Sendable {
    package let name: ExactString
    package let shape: FieldShape

    package init(_ name: ExactString, _ shape: FieldShape) {
      self.name = name
      self.shape = shape
    }
  }

  /// The names of a state, in the order of its JSON.
  package static let state: [Member] = ShapeReader.members(of: InstallationState.self)

  /// The names of the members; empty for any other shape.
  package var names: [ExactString] {
    if case .object(let members) = self { members.map(\.name) } else { [] }
  }

  /// The shape of a member; nil for an unknown name.
  package func member(_ name: ExactString) -> FieldShape? {
    switch self {
    case .object(let members): members.first { $0.name == name }?.shape
    case .named(let shape): shape
    case .any: .any
    case .number, .text, .time, .list: nil
    }
  }

  /// The kind of value, as an error names it.
  package var kind: String {
    switch self {
    case .number: "a number"
    case .text: "a text"
    case .time: "a time"
    case .list: "a list"
    case .object, .named: "several values"
    case .any: "a value of any kind"
    }
  }
}

package import Herald

/// The names that a condition can have.
extension FieldShape {
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
}

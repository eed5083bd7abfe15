import Herald

extension Decision {
  /// The decision's values by name, as in its JSON. Only its rules are found by their ids, because people ask for one
  /// by its id.
  package var field: Field {
    .object([
      Field.Member("source", .text(question.source)), Field.Member("revision", .number(revision)),
      Field.Member("time", .time(question.now.moment)), Field.Member("trigger", Field(question.trigger)),
      Field.Member("reason", Field(reason)), Field.Member("show", prompt?.field ?? .null),
      Field.Member("rules", .object(considered.map { Field.Member($0.rule.id, $0.field) })),
    ])
  }
}

extension Prompt {
  fileprivate var field: Field {
    .object([
      Field.Member("rule", .text(rule)), Field.Member("kind", Field(kind)),
      Field.Member("variant", Field(variant)), Field.Member("language", Field(language)),
      Field.Member("destination", Field(destination)),
      Field.Member("buttons", .list(buttons.map { .text(ExactString($0.rawValue)) })),
    ])
  }
}

extension ConsideredRule {
  fileprivate var field: Field { .object([Field.Member("failed", Field(failed))]) }
}

import Herald

/// The constraints between the keys of a rule.
extension RuleKey {
  static let releaseConstraint = ObjectReference.Constraint(
    "`releasedForDays` needs `releasedAt`.",
    .object(["if": .present(RuleKey.releasedForDays), "then": .present(RuleKey.releasedAt)]))

  static let deadlineConstraint = {
    let counted = JSONNode.object([
      "anyOf": .list([DeadlineKey.afterFirstShownInHours, .deferrals].map { JSONNode.present($0) })
    ])
    return ObjectReference.Constraint(
      "A `deadline` is not read beside `forceUpdate` or `forceExit`; one with `afterFirstShownInHours` or `deferrals` "
        + "needs `targetVersion` or `targetVersionCode`.",
      .object([
        "if": .object(["not": .object(["anyOf": .list([RuleKey.forceExit, .forceUpdate].map { .present($0, yes) })])]),
        "then": .object([
          "properties": .object([
            "deadline": JSONSchema.schema(of: ValueShape.object(DeadlineKey.object).orNull)
          ]),
          "if": .present(RuleKey.deadline, counted),
          "then": .object(["anyOf": .list([RuleKey.targetVersion, .targetVersionCode].map { JSONNode.present($0) })]),
        ]),
      ]))
  }()
}

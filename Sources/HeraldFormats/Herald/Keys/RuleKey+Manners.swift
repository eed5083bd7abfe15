import Herald

/// The keys that say when and how a rule asks, for the reference.
extension RuleKey {
  var aboutManner: KeyReference? {
    switch self {
    case .triggers:
      key(
        MannerShape.triggers, "those of its kind",
        "Where the rule is asked; a forced one too is then asked nowhere else.",
        example: #"["launch", "operation:pay"]"#)
    case .inSegments:
      key(
        MannerShape.names, "every device", "The root's segments that the device has to belong to, all of them.",
        example: #"["beta"]"#)
    case .notInSegments:
      key(
        MannerShape.names, "none", "The root's segments that the device must not belong to.", example: #"["beta"]"#)
    case .phasedRollout:
      key(
        .object(PhaseKey.object), "none", "A rollout that grows by itself; `rollout` is its limit.",
        example: #"{"startAt": "2026-03-02T08:00:00Z", "steps": [5, 25, 100], "intervalInHours": 48}"#)
    case .frequencyCaps:
      key(
        MannerShape.caps, "none", "The most showings of the rule within spans of time.",
        example: #"[{"cap": 1, "periodInHours": 24}, {"cap": 3, "periodInHours": 168}]"#)
    case .groups:
      key(
        MannerShape.names, "none", "The root's groups whose limits the rule shares with others.",
        example: #"["sales"]"#)
    case .variants:
      key(
        VariantKey.list, "none", "Several texts, each for a share of the installations, to see which does better.",
        example: #"[{"id": "a", "weight": 1}, {"id": "b", "weight": 1, "descriptions": {"*": "Faster. Smaller."}}]"#)
    case .updateTypes:
      key(
        MannerShape.someChanges, "every change",
        "The changes from the installed version to the target that the rule is for, by the first number that differs.",
        example: #"["major", "minor"]"#)
    case .forceUpdateTypes:
      key(
        MannerShape.changes, "none", "The changes of version that cannot be put off, while others can.",
        example: #"["major"]"#)
    case .releasedAt:
      key(.form(.date), "none", "When the target is released.", example: #""2026-03-02T08:00:00Z""#)
    case .releasedForDays:
      key(
        MannerShape.days, "none",
        "The days of 24 hours since `releasedAt` that have to pass first, in case the release is withdrawn.",
        example: "3")
    case .deadline:
      KeyReference(
        .object(DeadlineKey.object), .optional(default: "none"),
        "When the update cannot be put off any more; not read beside `forceUpdate` or `forceExit`.",
        example: #"{"at": "2026-12-01T18:00", "graceInHours": 72}"#, fault: .leavesOut("the rule"),
        isReadByConstraint: true)
    default: nil
    }
  }

  static let releaseConstraint = ObjectReference.Constraint(
    "`releasedForDays` needs `releasedAt`.",
    .object(["if": .present(RuleKey.releasedForDays), "then": .present(RuleKey.releasedAt)]))

  static let mannerConstraint = {
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

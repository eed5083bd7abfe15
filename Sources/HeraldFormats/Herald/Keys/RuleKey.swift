import Herald

/// The keys of a rule: first the keys of both kinds, then the keys of updates only.
enum RuleKey: String, DocumentKey {
  case id, filters, descriptions, targetWebsiteUrl, targetPackageUrl, targetGooglePlay, targetPackageName
  case displayAfterDate, displayBeforeDate, maxDisplayCount, displayPeriodInHours, rollout
  case triggers, inSegments, notInSegments, releasedAt, releasedForDays, phasedRollout, frequencyCaps, groups, variants
  case forceUpdate, forceExit, skippable, targetVersion, targetVersionCode
  case updateTypes, forceUpdateTypes, deadline

  /// True if messages lack the key.
  var isOfUpdates: Bool {
    switch self {
    case .forceUpdate, .forceExit, .skippable, .targetVersion, .targetVersionCode, .updateTypes,
      .forceUpdateTypes, .deadline:
      true
    case .id, .filters, .descriptions, .targetWebsiteUrl, .targetPackageUrl, .targetGooglePlay, .targetPackageName,
      .displayAfterDate, .displayBeforeDate, .maxDisplayCount, .displayPeriodInHours, .rollout, .triggers, .inSegments,
      .notInSegments, .releasedAt, .releasedForDays, .phasedRollout, .frequencyCaps, .groups, .variants:
      false
    }
  }

  /// The keys of one kind of rule.
  static func keys(isUpdate: Bool) -> [RuleKey] { allCases.filter { isUpdate || !$0.isOfUpdates } }

  static let update = ObjectReference(
    "update", "an update", plural: "updates", at: "updates[]", keys(isUpdate: true).map(\.reference),
    constraints: [
      ObjectReference.Constraint(
        "An update that is not an exit needs a destination: `targetWebsiteUrl`, `targetPackageUrl` or "
          + "`targetGooglePlay`.",
        .object([
          "anyOf": .list(
            [RuleKey.forceExit, .targetGooglePlay].map { JSONNode.present($0, yes) }
              + [RuleKey.targetWebsiteUrl, .targetPackageUrl].map { JSONNode.present($0, url) })
        ]))
    ] + [deadlineConstraint, releaseConstraint])
  static let message = ObjectReference(
    "message", "a message", plural: "messages", at: "messages[]", keys(isUpdate: false).map(\.reference),
    constraints: [releaseConstraint])

  static let yes = JSONNode.object([
    "anyOf": .list([
      .object(["enum": .list([.bool(true), .number(1)])]),
      .object(["type": .text("string"), "pattern": .text(TextForm.yes.pattern)]),
    ])
  ])
  private static let url = JSONNode.object(["type": .text("string"), "pattern": .text(TextForm.url.pattern)])
}

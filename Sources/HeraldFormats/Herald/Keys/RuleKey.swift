import Herald

/// The keys of a rule: first the keys of both kinds, then the keys of updates only.
enum RuleKey: String, DocumentKey {
  case id, filters, descriptions, targetWebsiteUrl, targetPackageUrl, targetGooglePlay, targetPackageName
  case displayAfterDate, displayBeforeDate, maxDisplayCount, displayPeriodInHours, rollout
  case triggers, inSegments, notInSegments, releasedAt, releasedForDays, phasedRollout, frequencyCaps, groups, variants
  case quietHours, holdout, weekdays
  case forceUpdate, forceExit, skippable, targetVersion, targetVersionCode
  case updateTypes, forceUpdateTypes, deadline, forcedDescriptions

  /// True if messages lack the key.
  var isOfUpdates: Bool {
    switch self {
    case .forceUpdate, .forceExit, .skippable, .targetVersion, .targetVersionCode, .updateTypes,
      .forceUpdateTypes, .deadline, .forcedDescriptions:
      true
    case .id, .filters, .descriptions, .targetWebsiteUrl, .targetPackageUrl, .targetGooglePlay, .targetPackageName,
      .displayAfterDate, .displayBeforeDate, .maxDisplayCount, .displayPeriodInHours, .rollout, .triggers, .inSegments,
      .notInSegments, .releasedAt, .releasedForDays, .phasedRollout, .frequencyCaps, .groups, .variants, .quietHours,
      .holdout, .weekdays:
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

/// Describes each key of a rule for the reference.
extension RuleKey {
  var about: KeyReference {
    switch self {
    case .id:
      key(
        .either([.text, .anyNumber], name: "a number or a text"), "automatic",
        "The name under which showings are counted; an automatic one changes with the rule's texts and links.",
        example: #""min-4""#)
    case .filters:
      key(
        .object(FilterKey.object), "every device",
        "The devices that the rule is for: a filter for each property. All must match.",
        example: #"{"deviceOsName": "ios", "appVersionName": "<4.0"}"#)
    case .descriptions:
      KeyReference(
        .object(TextKey.byLanguage), .required, "The texts by language; `*` is for every language without its own.",
        example: #"{"*": {"message": "Version 4.2 is here."}, "de": {"message": "Version 4.2 ist da."}}"#,
        fault: .leavesOut("the rule"))
    case .targetWebsiteUrl:
      key(.form(.urlOrBlank), "none", "The page that the button opens.", example: #""https://example.com/app""#)
    case .targetPackageUrl:
      key(
        .form(.urlOrBlank), "none", "The package that the button opens where there is no `targetWebsiteUrl`.",
        example: #""https://example.com/app.apk""#)
    case .targetGooglePlay:
      key(
        .lenient(.boolean), "false",
        "Whether the button opens the app's page in Google Play, on Android before any other destination.",
        example: "true")
    case .targetPackageName:
      key(
        .text, "the app's own",
        "The app that is offered; a message about it is not shown where it is installed already.",
        example: #""com.example.shop2""#)
    case .displayAfterDate:
      key(
        .form(.date), "none", "The first moment of showing; without an offset it is the device's own time.",
        example: #""2026-03-02T08:00:00Z""#)
    case .displayBeforeDate:
      key(
        .form(.date), "none", "The last moment of showing; a date alone ends as its day begins.",
        example: #""2026-03-20""#)
    case .maxDisplayCount:
      key(.lenient(.count), "unlimited", "The most showings on one installation.", example: "3")
    case .displayPeriodInHours:
      key(
        .lenient(.number(0...DecimalNumber.largestInteger, unit: "hours")), "0", "The least time between two showings.",
        example: "72")
    case .rollout:
      key(
        .lenient(.number(0...100)), "100", "The percentage of the installations that the rule is for.", example: "10")
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
    case .quietHours:
      key(
        .object(QuietHoursKey.object), "none",
        "The time of day, on the device's clock, at which this rule is not shown, beside the root's.",
        example: #"{"from": "20:00", "to": "09:00"}"#)
    case .holdout:
      key(
        .object(HoldoutKey.object), "none",
        "A share of the installations that does not see this rule, beside the root's, to compare the others with.",
        example: #"{"id": "survey-a", "percent": 10}"#)
    case .weekdays:
      key(
        MannerShape.weekdays, "every day", "The days, on the device's clock, on which the rule is shown.",
        example: #"["mo", "th"]"#)
    case .forcedDescriptions:
      key(
        .object(TextKey.byLanguage), "those of `descriptions`",
        "The texts from the moment at which `deadline` or `forceUpdateTypes` makes the update a forced one.",
        example: #"{"*": {"message": "Please update to {version} now."}}"#)
    case .releasedAt:
      key(.form(.date), "none", "When the target is released.", example: #""2026-03-02T08:00:00Z""#)
    case .releasedForDays:
      key(
        MannerShape.days, "none",
        "The days of 24 hours since `releasedAt` that have to pass first, in case the release is withdrawn.",
        example: "3")
    case .forceUpdate:
      key(.lenient(.boolean), "false", "Whether the update cannot be put off.", example: "true")
    case .forceExit:
      key(
        .lenient(.boolean), "false", "Whether the app has ended for these devices; it comes before `forceUpdate`.",
        example: "true")
    case .skippable:
      key(
        .lenient(.boolean), "false", "Whether the user may skip this version for good, beside putting it off.",
        example: "true")
    case .targetVersion:
      key(
        .form(.version), "any version", "The published version; the rule is for lower versions of the app alone.",
        example: #""4.2""#)
    case .targetVersionCode:
      key(
        .lenient(.anyInteger), "any version",
        "The published version code; the rule is for lower codes of the app alone.", example: "420")
    case .updateTypes:
      key(
        MannerShape.someChanges, "every change",
        "The changes from the installed version to the target that the rule is for, by the first number that differs.",
        example: #"["major", "minor"]"#)
    case .forceUpdateTypes:
      key(
        MannerShape.changes, "none", "The changes of version that cannot be put off, while others can.",
        example: #"["major"]"#)
    case .deadline:
      KeyReference(
        .object(DeadlineKey.object), .optional(default: "none"),
        "When the update cannot be put off any more; not read beside `forceUpdate` or `forceExit`.",
        example: #"{"at": "2026-12-01T18:00", "graceInHours": 72}"#, fault: .leavesOut("the rule"),
        isReadByConstraint: true)
    }
  }

  private func key(
    _ shape: ValueShape, _ default: String, _ meaning: String, example: String
  ) -> KeyReference {
    KeyReference(shape, .optional(default: `default`), meaning, example: example, fault: .leavesOut("the rule"))
  }
}

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

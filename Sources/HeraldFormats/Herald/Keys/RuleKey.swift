import Herald

/// The keys of a rule: those of both kinds, then those of an update.
enum RuleKey: String, DocumentKey {
  case id, filters, descriptions, targetWebsiteUrl, targetPackageUrl, targetGooglePlay, targetPackageName
  case displayAfterDate, displayBeforeDate, maxDisplayCount, displayPeriodInHours, rollout
  case triggers, inSegments, notInSegments, releasedAt, releasedForDays, phasedRollout, frequencyCaps, groups, variants
  case forceUpdate, forceExit, skippable, targetVersion, targetVersionCode
  case updateTypes, forceUpdateTypes, deadline

  /// Whether messages lack the key.
  var isOfUpdates: Bool {
    switch self {
    case .forceUpdate, .forceExit, .skippable, .targetVersion, .targetVersionCode, .updateTypes,
      .forceUpdateTypes, .deadline:
      true
    default: false
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
    ] + [mannerConstraint, releaseConstraint])
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

  var about: KeyReference { aboutManner ?? (isOfUpdates ? aboutUpdate : aboutBoth) }

  func key(
    _ shape: ValueShape, _ default: String, _ meaning: String, example: String
  ) -> KeyReference {
    KeyReference(shape, .optional(default: `default`), meaning, example: example, fault: .leavesOut("the rule"))
  }

  private var aboutBoth: KeyReference {
    switch self {
    case .id:
      key(
        .either([.text, .anyNumber], name: "a number or a text"), "automatic",
        "The name under which showings are counted; an automatic one changes with the rule's texts and links.",
        example: #""min-4""#)
    case .filters:
      key(
        .object(FilterKey.object), "every device",
        "The devices that the rule is for: a filter for each property, all of which must match.",
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
    default:
      key(
        .lenient(.number(0...100)), "100", "The percentage of the installations that the rule is for.", example: "10")
    }
  }

  private var aboutUpdate: KeyReference {
    switch self {
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
    default:
      key(
        .lenient(.anyInteger), "any version",
        "The published version code; the rule is for lower codes of the app alone.", example: "420")
    }
  }
}

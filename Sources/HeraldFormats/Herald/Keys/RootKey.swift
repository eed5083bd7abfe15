import Herald

/// The keys at the root of a policy.
enum RootKey: String, DocumentKey {
  case packageName, revision, reviewVersions, pushOnForeground, updates, messages
  case segments, groups, frequencyCaps, holdout, quietHours

  var about: KeyReference {
    switch self {
    case .packageName:
      KeyReference(
        .form(.visibleText), .required, "The app that the policy is for; any other app refuses the document.",
        example: #""com.example.shop""#, fault: .refusesDocument)
    case .revision:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "0"),
        "The number of this publication; a device refuses a document with a lower one than it has accepted.",
        example: "7", fault: .refusesDocument)
    case .reviewVersions:
      KeyReference(
        .either([.text, .anyNumber, .boolean], name: "a filter on `appVersionName`"),
        .optional(default: "none"), "The versions that a store is reviewing; nothing is shown to them.",
        example: #""2.2, 2.2.*""#, fault: .refusesDocument)
    case .pushOnForeground:
      KeyReference(
        .lenient(.boolean), .optional(default: "false"),
        "Whether an update that a push asked for is also shown when the user returns to the app.", example: "true",
        fault: .refusesDocument)
    case .updates:
      KeyReference(
        Self.rules(RuleKey.update), .optional(default: "[]"),
        "The updates, looked at from the first to the last; the first that passes all its tests is shown.",
        example: Self.update, fault: .refusesDocument)
    case .messages:
      KeyReference(
        Self.rules(RuleKey.message), .optional(default: "[]"),
        "The messages, looked at where no update is shown.", example: Self.message, fault: .refusesDocument)
    case .segments:
      KeyReference(
        .object(SegmentKey.byName), .optional(default: "none"),
        "Named sets of devices, which rules use in `inSegments` and `notInSegments`.",
        example: #"{"beta": {"deviceModel": "SM-*"}}"#, fault: .refusesDocument)
    case .groups:
      KeyReference(
        .object(GroupKey.byName), .optional(default: "none"),
        "Limits of the showings of some rules together; a rule names its groups in `groups`.",
        example: #"{"sales": {"frequencyCaps": [{"cap": 1, "periodInHours": 168}]}}"#, fault: .refusesDocument)
    case .frequencyCaps:
      KeyReference(
        MannerShape.caps, .optional(default: "none"),
        "The budget of attention: the most showings of all prompts together within spans of time.",
        example: #"[{"cap": 2, "periodInHours": 24}]"#, fault: .refusesDocument)
    case .holdout:
      KeyReference(
        .object(HoldoutKey.object), .optional(default: "none"),
        "A share of the installations that sees nothing optional, to compare the others with.",
        example: #"{"id": "2026-q1", "percent": 5}"#, fault: .refusesDocument)
    case .quietHours:
      KeyReference(
        .object(QuietHoursKey.object), .optional(default: "none"),
        "The time of day, on the device's clock, at which nothing optional is shown.",
        example: #"{"from": "22:00", "to": "07:00"}"#, fault: .refusesDocument)
    }
  }

  private static func rules(_ rule: ObjectReference) -> ValueShape {
    .either([.list(.object(rule)), .object(rule)], name: "a list of \(rule.plural), or \(rule.name) alone")
  }

  private static let update =
    #"[{"id": "min-4", "forceUpdate": true, "targetVersion": "4.0", "targetWebsiteUrl": "https://example.com/app", "#
    + #""descriptions": {"*": {"message": "This version has ended."}}}]"#
  private static let message =
    #"[{"id": "survey", "maxDisplayCount": 2, "descriptions": {"*": {"message": "How are we doing?"}}}]"#

  /// A policy in Herald's own format.
  static var document: ObjectReference { ObjectReference("policy", "the document", references) }
}

/// The names of segments.
enum SegmentKey {
  static let byName = ObjectReference(
    "segments", "an object of segments by name", at: "segments", [],
    others: .named(
      KeyReference(
        "NAME", .object(FilterKey.object), .optional(default: "not there"),
        "The devices of the segment: a filter for each property. All must match.",
        example: #"{"deviceOsName": "android", "appVersionName": "<4.0"}"#, fault: .refusesDocument)))
}

/// The keys of a group of rules.
enum GroupKey: String, DocumentKey {
  case frequencyCaps

  var about: KeyReference {
    KeyReference(
      MannerShape.caps, .optional(default: "none"), "The most showings of the group's rules together.",
      example: #"[{"cap": 1, "periodInHours": 168}]"#, fault: .refusesDocument)
  }

  static let object = ObjectReference("group", "a group", plural: "groups", at: "groups.NAME", references)

  static let byName = ObjectReference(
    "groups", "an object of groups by name", at: "groups", [],
    others: .named(
      KeyReference(
        "NAME", .object(object), .optional(default: "not there"), "The limits of a group of rules.",
        example: #"{"frequencyCaps": [{"cap": 1, "periodInHours": 168}]}"#, fault: .refusesDocument)))
}

/// What a setting of a root or of a rule leaves out where it cannot be read.
private let holder = "the rule, or at the root the document,"

/// The keys of a holdout.
enum HoldoutKey: String, DocumentKey {
  case id, percent

  var about: KeyReference {
    switch self {
    case .id:
      KeyReference(
        .form(.visibleText), .required,
        "The name, from which each installation draws its place; another name draws other places.",
        example: #""2026-q1""#, fault: .leavesOut(holder))
    case .percent:
      KeyReference(
        .lenient(.number(0...100)), .required, "The percentage of the installations that is held out.", example: "5",
        fault: .leavesOut(holder))
    }
  }

  static let object = ObjectReference("holdout", "a holdout", at: "holdout", references)
}

/// The keys of quiet hours.
enum QuietHoursKey: String, DocumentKey {
  case from, to

  var about: KeyReference {
    switch self {
    case .from:
      KeyReference(
        .form(.timeOfDay), .required, "The first quiet minute of the day.", example: #""22:00""#,
        fault: .leavesOut(holder))
    case .to:
      KeyReference(
        .form(.timeOfDay), .required, "The first minute that is not quiet any more; earlier than `from` for a night.",
        example: #""07:00""#, fault: .leavesOut(holder))
    }
  }

  static let object = ObjectReference("quietHours", "quiet hours", at: "quietHours", references)
}

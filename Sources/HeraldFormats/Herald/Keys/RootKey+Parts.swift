import Herald

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

/// The keys of a holdout.
enum HoldoutKey: String, DocumentKey {
  case id, percent

  var about: KeyReference {
    switch self {
    case .id:
      KeyReference(
        .form(.visibleText), .required,
        "The name, from which each installation draws its place; another name draws other places.",
        example: #""2026-q1""#, fault: .refusesDocument)
    case .percent:
      KeyReference(
        .lenient(.number(0...100)), .required, "The percentage of the installations that is held out.", example: "5",
        fault: .refusesDocument)
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
        fault: .refusesDocument)
    case .to:
      KeyReference(
        .form(.timeOfDay), .required, "The first minute that is not quiet any more; earlier than `from` for a night.",
        example: #""07:00""#, fault: .refusesDocument)
    }
  }

  static let object = ObjectReference("quietHours", "quiet hours", at: "quietHours", references)
}

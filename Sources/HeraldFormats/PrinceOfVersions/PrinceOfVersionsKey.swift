import Herald

/// The keys at the root of the configuration of Prince of Versions.
enum PrinceOfVersionsKey: String, DocumentKey {
  case ios2, android2, macos2, ios, android, macos, meta

  /// The lists of systems.
  static let systems = allCases.filter { $0 != .meta }

  var about: KeyReference {
    switch self {
    case .ios2: list("The entries for iOS, iPadOS, tvOS and watchOS.")
    case .android2: list("The entries for Android.")
    case .macos2: list("The entries for macOS.")
    case .ios: list("The same as `ios2`, read where that is missing.", isOlder: true)
    case .android: list("The same as `android2`, read where that is missing.", isOlder: true)
    case .macos: list("The same as `macos2`, read where that is missing.", isOlder: true)
    case .meta: .meta
    }
  }

  private func list(_ meaning: String, isOlder: Bool = false) -> KeyReference {
    KeyReference(
      Self.entries, .optional(default: "no rules"), meaning,
      example: #"[{"required_version": "2.0", "last_version_available": "2.4"}]"#, fault: .refusesDocument,
      isReadByConstraint: isOlder)
  }

  private static var entries: ValueShape {
    let entry = Entry.object
    return .either([.list(.object(entry)), .object(entry)], name: "a list of \(entry.plural), or \(entry.name) alone")
  }

  /// The constraints under which the older list of a system is read.
  static var olderLists: [ObjectReference.Constraint] {
    [(ios, ios2), (android, android2), (macos, macos2)].map { older, newer in
      ObjectReference.Constraint(
        "`\(older.rawValue)` is read where there is no `\(newer.rawValue)`.",
        .without([newer], older, is: entries))
    }
  }

  /// The keys of an entry: first the keys of the newer shape, then the keys of the older shape.
  enum Entry: String, DocumentKey {
    case required = "required_version"
    case lastAvailable = "last_version_available"
    case latest = "latest_version"
    case frequency = "notify_last_version_frequency"
    case requirements
    case minimum = "minimum_version"
    case optional = "optional_update"
    case meta

    static let newer: [Entry] = [.required, .lastAvailable, .latest, .frequency, .requirements]
    static let object = ObjectReference(
      "entry", "an entry", plural: "entries", at: "ios2[]", references,
      constraints: [
        ObjectReference.Constraint(
          "`minimum_version` and `optional_update` are read where the entry has no newer key.",
          .object([
            "allOf": .list([
              .without(newer, minimum, is: KeyReference.bound),
              .without(newer, optional, is: .object(Offer.object)),
            ])
          ])),
        ObjectReference.Constraint(
          "`latest_version` is read where there is no `last_version_available`.",
          .without([lastAvailable], latest, is: KeyReference.bound)),
      ])

    var about: KeyReference {
      switch self {
      case .required: version("The lowest version that still runs; below it the update is forced.")
      case .lastAvailable: version("The newest version; below it the update is offered.")
      case .latest: version("Another name of `last_version_available`.", isOlder: true)
      case .frequency: .frequency
      case .requirements:
        KeyReference(
          .object(Requirement.object), .optional(default: "every device"),
          "The devices that the entry is for; the first entry that a device meets is the last one it looks at.",
          example: #"{"required_os_version": "15.0"}"#, fault: .refusesDocument)
      case .minimum:
        version("What `required_version` says, in an older entry.", isOlder: true)
      case .optional:
        KeyReference(
          .object(Offer.object), .optional(default: "none"),
          "What is offered, in an older entry.",
          example: #"{"version": "2.4", "notification_type": "ONCE"}"#, fault: .refusesDocument,
          isReadByConstraint: true)
      case .meta: .meta
      }
    }

    private func version(_ meaning: String, isOlder: Bool = false) -> KeyReference {
      .bound(meaning, isReadByConstraint: isOlder)
    }
  }

  /// The keys of an older entry's `optional_update`.
  enum Offer: String, DocumentKey {
    case version
    case frequency = "notification_type"

    static let object = ObjectReference("optional_update", "an object", at: "ios[].optional_update", references)

    var about: KeyReference {
      switch self {
      case .version: .bound("The newest version; below it the update is offered.")
      case .frequency: .frequency
      }
    }
  }

  /// The keys of `requirements`. Any other key is a property of the device, which must equal the text.
  enum Requirement: String, DocumentKey {
    case system = "required_os_version"

    static let object = ObjectReference(
      "requirements", "an object", at: "ios2[].requirements", references,
      others: .named(
        KeyReference(
          "PROPERTY", .either([.text, .anyNumber, .boolean], name: "a text, a number or a boolean"),
          .optional(default: "every value"), "The value that the device's property of this name must equal.",
          example: #""beta""#, fault: .countsAsAbsent)))

    var about: KeyReference {
      KeyReference(
        .either([.form(.version), .anyNumber], name: "a version, or a number"), .optional(default: "every system"),
        "The lowest `deviceOsVersion`; a number is the lowest `deviceApiLevel`.", example: #""15.0""#,
        fault: .countsAsAbsent)
    }
  }
}

extension KeyReference {
  fileprivate static let meta = KeyReference(
    .anything, .optional(default: "none"), "Whatever else is to be said; it is kept and shown.",
    example: #"{"news": "Faster"}"#, fault: .countsAsAbsent)

  fileprivate static let frequency = KeyReference(
    .words(["ALWAYS", "ONCE"], isOpen: true), .optional(default: "ALWAYS"), "How often the update is offered.",
    example: #""ONCE""#, fault: .countsAsAbsent)

  fileprivate static let bound = ValueShape.either(
    [.form(.version), .anyInteger], name: "a version, or a version code")

  fileprivate static func bound(_ meaning: String, isReadByConstraint: Bool = false) -> KeyReference {
    KeyReference(
      bound, .optional(default: "none"), meaning, example: #""2.10.1""#, fault: .refusesDocument,
      isReadByConstraint: isReadByConstraint)
  }
}

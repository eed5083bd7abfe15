import Herald

/// The keys of the App Store's lookup.
enum ITunesKey: String, DocumentKey {
  case resultCount, results

  var about: KeyReference {
    switch self {
    case .resultCount:
      KeyReference(
        .count, .optional(default: "not asked"), "How many apps the store found; 0 refuses the document.",
        example: "1", fault: .countsAsAbsent)
    case .results:
      KeyReference(
        .list(.object(App.object), isFirstOnly: true), .required,
        "The apps that the store found; only the first one is read.",
        example:
          #"[{"version": "2.10.1", "bundleId": "com.example.shop", "trackViewUrl": "https://apps.apple.com/app/id1"}]"#,
        fault: .refusesDocument)
    }
  }

  /// An answer of 0 apps has none.
  static let found = ObjectReference.Constraint(
    "`resultCount` must not be 0.",
    .object(["not": .present(resultCount, .object(["const": .number(0)]))]))

  /// The keys of an app.
  enum App: String, DocumentKey {
    case version, bundleId, trackViewUrl, trackId, releaseNotes, minimumOsVersion, currentVersionReleaseDate
    case description

    static let object = ObjectReference("app", "an app", plural: "apps", at: "results[0]", references)

    var about: KeyReference {
      switch self {
      case .version: .version("The newest version in the store; older ones are offered the update.")
      case .bundleId:
        key(.text, "any app", "The app; any other app refuses the document.", #""com.example.shop""#)
      case .trackViewUrl: .link("The app's page in the store.")
      case .trackId:
        key(
          .either([.anyInteger, .text], name: "a number or a text"), "the fetch's `storeUrl`",
          "The app's number in the store, which makes the address where `trackViewUrl` is missing.", "123456789")
      case .releaseNotes: .whatIsNew
      case .minimumOsVersion:
        key(
          .form(.version), "every system", "The lowest version of the system that the update runs on.", #""15.0""#)
      case .currentVersionReleaseDate:
        key(.form(.date), "unknown", "When the newest version came out.", #""2026-03-02T08:00:00Z""#)
      case .description:
        key(
          .text, "no minimum",
          "The app's description; `[:mav: 2.0]` in it forces the update below that version.",
          #""A shop. [:mav: 2.0]""#)
      }
    }

    private func key(_ shape: ValueShape, _ default: String, _ meaning: String, _ example: String) -> KeyReference {
      KeyReference(shape, .optional(default: `default`), meaning, example: example, fault: .countsAsAbsent)
    }
  }
}

package import Herald

/// The App Store's lookup of one app.
///
/// A bundle id that is sold for phones and Macs has a result for each, so a policy has rules for the Macs and others for
/// all other devices: a Mac must not be told to install the phone's version.
package enum ITunesFormat: Format {
  package static let names = ["itunes"]

  package static var reference: FormatReference {
    FormatReference("The App Store's lookup of one app.", keys: Key.self, constraints: [Key.found])
  }

  private typealias Key = ITunesKey
  private typealias App = ITunesKey.App

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.resultCount) || outline.has(Key.results)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let app = try app(object)
      let version = try object.version(app[App.version], at: pointer + App.version.pointer)
      let releasedAt = object.releaseDate(
        app[App.currentVersionReleaseDate], at: pointer + App.currentVersionReleaseDate.pointer)
      func draft(
        _ id: ExactString, _ kind: PromptKind, below bound: PublishedVersion, at key: App
      ) -> RuleDraft {
        var draft = RuleDraft(
          id: id, kind: kind, condition: .older(than: bound, .leftOut), target: version, releasedAt: releasedAt,
          texts: PromptTexts(whatIsNew: Coercion.text(app[App.releaseNotes])),
          urls: [app[App.trackViewUrl]?.string, app[App.trackId].flatMap(storeLink)],
          place: object.place(pointer), keys: [VersionCondition.key: object.place(pointer + key.pointer)])
        if let minimum = app[App.minimumOsVersion]?.string, AppVersion(minimum) != nil {
          // As an exclusion, the filter also passes a device that does not send its system's version.
          draft.filters = [Filter(property: .deviceOsVersion, text: "!<\(minimum)")]
          draft.keys["/filters/deviceOsVersion"] = object.place(pointer + App.minimumOsVersion.pointer)
        }
        return draft
      }
      var drafts = [draft("update:itunes", .optional, below: version, at: .version)]
      if let minimum = app[App.description]?.string.flatMap(MinimumVersionTag.version) {
        drafts.insert(draft("update:itunes-minimum", .force, below: minimum, at: .description), at: 0)
      }
      return Policy(
        of: document, packageName: Coercion.text(app[App.bundleId]).map { ExactString($0.trimmed) },
        rules: drafts.flatMap { object.rules($0) }, order: PublishOrder(family: "itunes", mark: .version(version)))
    }
  }

  private static let pointer = "\(Key.results.pointer)/0"

  private static func app(_ object: ObjectDocument) throws(Refused) -> JSONNode {
    if case .number(let count) = object[Key.resultCount]?.value, DecimalNumber(json: count) == .zero {
      throw notInStore(object, at: Key.resultCount.pointer)
    }
    guard let results = object[Key.results] else { throw notInStore(object, at: "") }
    guard case .array(let apps) = results.value else {
      throw object.refused(
        .invalidDocument, at: Key.results.pointer, "`results` is \(results.kindName).",
        why: "the store answers with a list",
        fix: "ask for https://itunes.apple.com/lookup")
    }
    guard let app = apps.first else { throw notInStore(object, at: Key.results.pointer) }
    try object.demandObject(at: pointer, "The first result")
    return app
  }

  /// A refusal, so that an app that the store does not list never counts as up to date.
  private static func notInStore(_ object: ObjectDocument, at pointer: String) -> Refused {
    object.refused(
      .notInStore, at: pointer, "The store knows no such app.",
      why: "it is not published in the country that was asked, or was withdrawn; that says nothing about updates",
      fix: "check the bundle identifier, and ask with the user's `country`")
  }

  private static func storeLink(_ id: JSONNode) -> String? {
    let written: String? =
      switch id.value {
      case .number(let text): text.utf8.allSatisfy { (48...57).contains($0) } ? text : CanonicalJSON.number(text)
      default: Coercion.text(id)?.trimmed
      }
    return written.map { "itms-apps://itunes.apple.com/app/id\($0)" }
  }
}

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

/// The lowest version that an app's publisher supports, as upgrader reads it from the text of a store's page:
/// `[:mav: 2.0]` or `[Minimum supported app version: 2.0]`, in any case of letters.
enum MinimumVersionTag {
  private static let beginnings = [":mav:", "minimum supported app version:"]

  /// The version of the first tag that names one; nil where the text has none.
  static func version(in text: String) -> PublishedVersion? {
    var rest = Substring(text).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[rest.index(after: start)...]
      guard let content = content(rest) else { continue }
      if let version = PublishedVersion(String(Substring(content)).trimmed) { return version }
    }
    return nil
  }

  /// Returns the text between a tag's beginning and its bracket; nil where no tag begins here.
  private static func content(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    for beginning in beginnings {
      let written = text.prefix(beginning.utf8.count)
      guard written.lazy.map(lowercased).elementsEqual(beginning.utf8) else { continue }
      let rest = text[written.endIndex...]
      return rest.firstIndex(of: UInt8(ascii: "]")).map { rest[..<$0] }
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}

package import Herald

/// The App Store's lookup of one app.
///
/// Reading checks `resultCount` for 0 first, then `results`, and then reads only the first result.
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

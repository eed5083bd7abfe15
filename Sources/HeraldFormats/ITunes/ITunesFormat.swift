package import Herald

/// The App Store's lookup of one app.
///
/// Reading checks `resultCount` for 0 first, then `results`, and then reads only the first result.
package enum ITunesFormat: Format {
  package static let names = ["itunes"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("resultCount") || outline.has("results")
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let app = try app(object)
      let version = try object.version(app[name: "version"], at: pointer + "/version")
      let releasedAt = object.releaseDate(app[name: "currentVersionReleaseDate"], at: pointer + releaseDateKey)
      func draft(
        _ id: ExactString, _ kind: PromptKind, below bound: PublishedVersion, at key: String
      ) -> RuleDraft {
        var draft = RuleDraft(
          id: id, kind: kind, condition: .older(than: bound, .leftOut), target: version, releasedAt: releasedAt,
          texts: PromptTexts(whatIsNew: Coercion.text(app[name: "releaseNotes"])),
          urls: [app[name: "trackViewUrl"]?.string, app[name: "trackId"].flatMap(storeLink)],
          place: object.place(pointer), keys: [VersionCondition.key: object.place(pointer + key)])
        if let minimum = app[name: "minimumOsVersion"]?.string, AppVersion(minimum) != nil {
          // As an exclusion, the filter also passes a device that does not tell its system's version.
          draft.filters = [Filter(property: .deviceOsVersion, text: "!<\(minimum)")]
          draft.keys["/filters/deviceOsVersion"] = object.place(pointer + "/minimumOsVersion")
        }
        return draft
      }
      var drafts = [draft("update:itunes", .optional, below: version, at: "/version")]
      if let minimum = app[name: "description"]?.string.flatMap(MinimumVersionTag.version) {
        drafts.insert(draft("update:itunes-minimum", .force, below: minimum, at: "/description"), at: 0)
      }
      return Policy(
        of: document, packageName: Coercion.text(app[name: "bundleId"]).map { ExactString($0.trimmed) },
        rules: drafts.flatMap { object.rules($0) }, order: PublishOrder(family: "itunes", mark: .version(version)))
    }
  }

  private static let releaseDateKey = "/currentVersionReleaseDate"

  private static let pointer = "/results/0"

  private static func app(_ object: ObjectDocument) throws(Refused) -> JSONNode {
    if case .number(let count) = object["resultCount"]?.value, DecimalNumber(json: count) == .zero {
      throw notInStore(object, at: "/resultCount")
    }
    guard let results = object["results"] else { throw notInStore(object, at: "") }
    guard case .array(let apps) = results.value else {
      throw object.refused(
        .invalidDocument, at: "/results", "`results` is \(results.kindName).", why: "the store answers with a list",
        fix: "ask for https://itunes.apple.com/lookup")
    }
    guard let app = apps.first else { throw notInStore(object, at: "/results") }
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

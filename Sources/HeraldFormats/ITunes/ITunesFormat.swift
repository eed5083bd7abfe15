public import Herald

/// The App Store lookup: what the store says of one app.
///
/// `resultCount` 0 is asked first, then `results`, then the first of them, which alone is read.
public enum ITunesFormat: Format {
  public static let names = ["itunes"]

  public static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("resultCount") || outline.has("results")
  }

  public static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let app = try app(object)
      let version = try object.version(app[name: "version"], at: pointer + "/version")
      let versionPlace = object.place(pointer + "/version")
      var rule = RuleDraft(
        id: "update:itunes", kind: .optional, condition: .older(than: version, .leftOut),
        texts: PromptTexts(whatIsNew: Coercion.text(app[name: "releaseNotes"])),
        urls: [app[name: "trackViewUrl"]?.string, app[name: "trackId"].flatMap(storeLink)],
        place: object.place(pointer), keys: [VersionCondition.key: versionPlace])
      if let minimum = app[name: "minimumOsVersion"]?.string, AppVersion(minimum) != nil {
        // An exclusion lets a device through that does not say what it runs.
        rule.filters = [Filter(property: .deviceOsVersion, text: "!<\(minimum)")]
        rule.keys["/filters/deviceOsVersion"] = object.place(pointer + "/minimumOsVersion")
      }
      return Policy(
        of: document, packageName: Coercion.text(app[name: "bundleId"]).map { ExactString($0.trimmed) },
        rules: object.rules(rule), order: PublishOrder(family: "itunes", mark: .version(version)))
    }
  }

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

  /// Never to be taken for *up to date*.
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

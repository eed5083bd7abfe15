package import Herald

/// The App Store's lookup of an app.
///
/// A bundle id that is sold for phones and Macs has a result for each, so a Mac has the rules of its own result: it must
/// not be told to install the phone's version.
package enum ITunesFormat: Format {
  package static let names = ["itunes"]

  package static var reference: FormatReference {
    FormatReference("The App Store's lookup of an app.", keys: Key.self, constraints: [Key.found])
  }

  private typealias Key = ITunesKey
  private typealias App = ITunesKey.App

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.resultCount) || outline.has(Key.results)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      var (macs, others): ([Policy], [Policy]) = ([], [])
      var first: Refused?
      for result in try results(object) {
        do throws(Refused) {
          let policy = try policy(result, in: document, &object)
          if result.isOfMac { macs.append(policy) } else { others.append(policy) }
        } catch {
          if first == nil { first = error } else { object.leftOut += 1 }
        }
      }
      (macs, others) = (firstOfEachApp(macs), firstOfEachApp(others))
      if !macs.isEmpty, !others.isEmpty {
        (macs, others) = (
          macs.map { limited($0, to: Filter(system: "macos")) },
          others.map { limited($0, to: Filter(systemsBut: "macos")) }
        )
      }
      guard let policy = Policy(of: document, macs: macs, others: others) else {
        throw first ?? notInStore(object, at: Key.results.pointer)
      }
      if let first {
        object.leftOut += 1
        object.record(first.diagnostic)
      }
      return policy
    }
  }

  private static func firstOfEachApp(_ policies: [Policy]) -> [Policy] {
    var seen: Set<ExactString?> = []
    return policies.filter { seen.insert($0.packageName).inserted }
  }

  /// The policy with rules that say for which systems they are.
  private static func limited(_ policy: Policy, to systems: Filter) -> Policy {
    policy.mapRules { Rule($0, filters: [systems] + $0.filters) }
  }

  /// A result of the lookup.
  private struct Result {
    let app: JSONNode
    let pointer: String
    var isOfMac: Bool { app[App.kind]?.string.map { ExactString($0) == "mac-software" } ?? false }
  }

  private static func results(_ object: ObjectDocument) throws(Refused) -> [Result] {
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
    guard !apps.isEmpty else { throw notInStore(object, at: Key.results.pointer) }
    try object.demandObject(at: "\(Key.results.pointer)/0", "The first result")
    return apps.indices.filter { apps[$0].members != nil }
      .map { Result(app: apps[$0], pointer: "\(Key.results.pointer)/\($0)") }
  }

  private static func policy(
    _ result: Result, in document: Document, _ object: inout ObjectDocument
  ) throws(Refused) -> Policy {
    let (app, pointer) = (result.app, result.pointer)
    let version = try object.version(app[App.version], at: pointer + App.version.pointer)
    let date = app[App.currentVersionReleaseDate]
    let releasedAt = object.releaseDate(date, at: pointer + App.currentVersionReleaseDate.pointer)
    let filters = filters(result, &object)
    func draft(_ id: ExactString, _ kind: PromptKind, below bound: PublishedVersion, at key: App) -> RuleDraft {
      var draft = RuleDraft(
        id: id, kind: kind, filters: filters, condition: .older(than: bound, .leftOut), target: version,
        releasedAt: releasedAt, texts: PromptTexts(whatIsNew: Coercion.text(app[App.releaseNotes])),
        urls: [app[App.trackViewUrl]?.string, app[App.trackId].flatMap(storeLink)],
        place: object.place(pointer), keys: [VersionCondition.key: object.place(pointer + key.pointer)])
      draft.keys["/filters/deviceOsVersion"] =
        filters.isEmpty ? nil : object.place(pointer + App.minimumOsVersion.pointer)
      draft.pacing.isReleaseUnread = date != nil && releasedAt == nil
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

  /// The limit of the system, which no device meets where it cannot be read.
  private static func filters(_ result: Result, _ object: inout ObjectDocument) -> [Filter] {
    guard let node = result.app[App.minimumOsVersion] else { return [] }
    if let minimum = Coercion.written(node), let version = AppVersion(minimum) {
      return [Filter(property: .deviceOsVersion, atLeast: version, minimum, includesUnknown: true)]
    }
    object.record(
      .limitNotRead, .error, at: result.pointer + App.minimumOsVersion.pointer,
      "`minimumOsVersion` is \(quoted(node.canonical)), which is not a version.",
      why: "no device meets a limit that cannot be read", fix: "write the system's version, such as \"15.0\"")
    return [
      Filter(property: .deviceOsVersion, unread: "\(node.canonical) or later", why: "which is not a version")
    ]
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
        .list(.object(App.object), skipsOthers: true), .required,
        "The apps that the store found; the first of the device's kind that is its app is read.",
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
    case description, kind

    static let object = ObjectReference("app", "an app", plural: "apps", at: "results[0]", references)

    var about: KeyReference {
      switch self {
      case .version: .version("The newest version in the store; older ones are offered the update.")
      case .bundleId:
        key(.text, "any app", "The app; any other app refuses the document.", #""com.example.shop""#)
      case .kind:
        key(
          .text, "for all but Macs",
          "The kind of app; `mac-software` is for Macs, and every other kind for the others.",
          #""software""#)
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

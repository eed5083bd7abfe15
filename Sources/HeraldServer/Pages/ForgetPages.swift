import Herald
import HeraldLog
import HeraldQuestions
import Hummingbird

/// The page on which somebody forgets: what would go is shown first, and the name is typed again before it goes.
struct ForgetPages {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("forget") { request, context in
      let token = try context.requiring(.read, .forget)
      var shown = Shown(app: try parts.apps.app(for: token, named: request.query("app")), token: token)
      shown.kind = request.query("kind").flatMap(ForgetRequest.Kind.init) ?? .installation
      shown.text = request.query("name") ?? ""
      return try await show(shown)
    }
    router.form("forget", of: parts, atMost: Self.longestForm) { try await submit($0, $1, $2) }
  }

  private static let longestForm = 64 << 10

  /// The content of the page besides the earlier forgettings.
  private struct Shown {
    let app: App
    let token: AccessToken
    var kind = ForgetRequest.Kind.installation
    var text = ""
    var reason = ""
    var problem: Problem?
    /// The report on the events that would be forgotten, or were; nil before they were counted.
    var report: ServedForgetting?
    /// The decisions that rest on a property, a line each.
    var changes: [String] = []
    var isDone = false
  }

  private func submit(_ form: PostedForm, _ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.forget)
    var shown = Shown(app: try parts.apps.app(for: token, named: request.query("app")), token: token)
    shown.kind = ForgetRequest.Kind(rawValue: form["kind"]) ?? .installation
    shown.text = form["name"].trimming(" \t\r\n")
    shown.reason = form["reason"].trimming(" \t\r\n")
    do {
      let asked = try await asked(shown, context)
      let isConfirmed =
        form["do"] == "forget" && ExactString(form["again"].trimming(" \t\r\n")) == ExactString(asked.text)
      shown.report = try await asked.carryOut(
        in: shown.app, reason: shown.reason, by: token, isDryRun: !isConfirmed)
      shown.isDone = isConfirmed
      if !isConfirmed, asked.kind == .property { shown.changes = try await changes(shown) }
      if form["do"] == "forget", !isConfirmed {
        shown.problem = Problem(
          .badQuery, "Nothing was forgotten.", why: "what was typed is not the same as `\(asked.text)`",
          fix: "type it as it stands there, or leave the page")
      }
    } catch let problem as Problem {
      shown.problem = problem
    }
    return try await show(shown)
  }

  /// - Throws: ``Problem`` for what cannot be forgotten.
  private func asked(_ shown: Shown, _ context: ServerContext) async throws -> ForgetRequest {
    guard !shown.text.isEmpty, !shown.reason.isEmpty else {
      throw Problem(
        .badQuery, shown.text.isEmpty ? "The form names nothing." : "The form does not say why.",
        why: "both are needed", fix: "fill in what and why; the journal keeps why, so name nobody there")
    }
    // An installation may have nothing here but refused lines.
    if shown.kind == .installation, try shown.app.arrivals.rejectedCount(of: ExactString(shown.text)) == 0 {
      let source = ExactString(shown.text)
      let meant = try await parts.installation(shown.text, of: shown.app, context)
      guard meant == source else {
        // A part of a name does not give the whole to somebody who may not search for it.
        guard shown.token.allows(.read) else { throw shown.app.unknown(source) }
        try await parts.note("search", of: shown.app, context, count: 1)
        throw Problem(
          .unknownInstallation, "`\(shown.text)` means `\(meant)`, and is not its name.",
          why: "what is forgotten does not come back, so the whole name is needed", fix: "write `\(meant)`")
      }
    }
    let isDay = shown.kind == .before && shown.text.utf8.count == "2026-01-01".utf8.count
    return try ForgetRequest(shown.kind, isDay ? "\(shown.text)T00:00:00Z" : shown.text)
  }

  private func changes(_ shown: Shown) async throws -> [String] {
    let property = shown.text
    let app = shown.app
    return try await app.readers.read(.long) {
      try ChangedDecisionsQuestion(without: [ExactString(property)]).answer(in: app.events($0)).words(.plain)
    }
  }

  private func show(_ shown: Shown) async throws -> Response {
    let earlier = try await shown.app.readers.read { try ForgettingEntry.all(of: $0) }
    let kinds = ForgetRequest.Kind.allCases.map { kind in
      ["name": kind.rawValue, "words": kind.words, "isChosen": kind == shown.kind] as [String: Any]
    }
    let body = DeskTemplate.forget.render(
      [
        "app": shown.app.name, "query": "?app=\(shown.app.name.addressPart)", "kinds": kinds,
        "kind": shown.kind.rawValue, "kindWords": shown.kind.words, "name": shown.text, "reason": shown.reason,
        "mayForget": shown.token.allows(.forget), "hasProblem": shown.problem != nil,
        "problem": shown.problem?.finding.what ?? "",
        "why": (shown.problem?.finding).map { "\($0.why.sentence). \($0.fix.sentence)." } ?? "",
        "earlier": earlier.map(\.values), "hasEarlier": !earlier.isEmpty,
      ].merging(Self.values(of: shown)) { $1 }.merging(shown.app.retention.values) { $1 })
    return try DeskPage(title: "Forget", body: body, token: shown.token, app: shown.app.name, here: "/forget")
      .response()
  }

  private static func values(of shown: Shown) -> [String: Any] {
    guard let report = shown.report else { return ["hasReport": false] }
    return [
      "hasReport": true, "isDone": shown.isDone, "mayConfirm": !shown.isDone && !report.isEmpty,
      "isEmpty": report.isEmpty,
      "removed": report.removed.grouped, "refusedLines": report.refusedLines.grouped,
      "replaced": report.replaced.grouped,
      "installations": report.installations.grouped, "what": shown.kind.effect,
      "changes": shown.changes, "hasChanges": !shown.changes.isEmpty, "isErased": report.isErased,
      "isTime": shown.kind == .before,
    ]
  }
}

extension ForgetRequest.Kind {
  /// The kind in words, for the form.
  fileprivate var words: String {
    switch self {
    case .installation: "An installation"
    case .user: "A user"
    case .property: "A property of devices"
    case .before: "Everything before a time"
    }
  }

  /// The effect of the forgetting, and the events that stay.
  fileprivate var effect: String {
    switch self {
    case .installation: "All its events go, and its name. Later events of it are refused."
    case .user: "Wherever an event names the user, a pseudonym takes the name’s place. The events stay."
    case .property: "It is taken out of every launch. The events stay."
    case .before:
      "Of each installation the first events go that all lie before the time. The state after them is kept, so later "
        + "decisions stay as they are."
    }
  }
}

/// A forgetting from the ledger's journal: the kind of thing, the reason and the person, never a name or a value.
struct ForgettingEntry: Sendable {
  let time: DeviceTime?
  let kind: String
  let removed, replaced, installations: Int
  let reason: String
  let by: String?

  /// The forgettings of a ledger, the newest first.
  static func all(of reader: LedgerReader) throws -> [ForgettingEntry] {
    var found: [ForgettingEntry] = []
    try reader.journal { if let entry = ForgettingEntry($0) { found.append(entry) } }
    return found.reversed()
  }

  /// Nil for another entry, and for the further parts of a long one.
  private init?(_ line: String) {
    guard let entry = try? JSONNode.read(line).node, entry[name: "type"]?.string == "ledger.forgot",
      let data = entry[name: "data"], (data[name: "part"]?.wholeNumber ?? 1) == 1
    else { return nil }
    time = entry[name: "time"]?.string.flatMap { DeviceTime(rfc3339: $0) }
    kind = data[name: "kind"]?.string ?? ""
    removed = data[name: "removed"]?.wholeNumber ?? 0
    replaced = data[name: "replaced"]?.wholeNumber ?? 0
    installations = data[name: "installations"]?.wholeNumber ?? 0
    reason = data[name: "reason"]?.string ?? ""
    by = data[name: "by"]?.string
  }

  /// The values of it for a page's template.
  var values: [String: Any] {
    [
      "time": time.map(PageTime.html) ?? "", "kind": Self.words[kind] ?? kind, "removed": removed.grouped,
      "replaced": replaced.grouped, "installations": installations.grouped, "reason": reason,
      "by": by ?? "not said",
    ]
  }

  private static let words = [
    "installation": "an installation", "user": "a user", "property": "a property", "retention": "before a time",
    "imported": "forgotten elsewhere, and imported",
  ]
}

import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions
import Hummingbird

/// Pages about all installations of an app: the report's figures, and the audit.
struct FleetPages {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("fleet") { try await fleet($0, $1) }
    router.get("audit") { try await audit($0, $1) }
  }

  private func fleet(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let query = "?app=\(app.name.addressPart)"
    let served = try await FleetHealth(app: app).served(
      query: query, menu: .desk(of: app.name, here: "/fleet", for: context), at: .now)
    let html = try await app.readers.read(.long) { reader in
      var report = LogReport(of: nil)
      report.served = served
      report.receipts = try app.arrivals.lastReceipts()
      try reader.replay(ReplayScope(.all, isInAnyOrder: true), progress: nil, visitor: &report)
      guard report.isFleet else { return String?.none }
      let pages = Dictionary(
        report.worthALook.map { ($0, "/installations/\($0.string.addressPart)\(query)") }
      ) { $1 }
      return try report.html(linking: pages) { try reader.document($0) }
    }
    if let html {
      try await parts.note("fleet", of: app, context)
      return .html(html)
    }
    throw Problem(
      .unknownInstallation, "There are no figures yet.",
      why: "figures compare installations, and fewer than two sent events",
      fix: "Look at the one installation with the search.")
  }

  private func audit(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    var findings: AuditFindings?
    if request.query("run") != nil {
      findings = try await app.readers.read(.long) { try AuditFindings.found(in: $0, of: app) }
    }
    let found = try await findings?.values() ?? [:]
    let body = DeskTemplate.audit.render(
      [
        "app": app.name, "ledger": app.ledgerName, "isDone": findings != nil,
        "words": EscapedText.lines(findings?.words ?? ""), "time": PageTime.html(Timestamp.now),
      ].merging(found) { $1 }.merging(try accesses(app)) { $1 }.merging(app.retention.values) { $1 }
        .merging(FindLinks.values(FindLinks.audit, app: app)) { $1 })
    // After the list was read, so that the newest look in it is not this one.
    try await parts.note(findings == nil ? "who looked" : "audit", of: app, context)
    return try DeskPage(title: "Audit", body: body, token: token, app: app.name, here: "/audit").response()
  }

  private static let mostAccesses = 25

  /// The last looks at data.
  private func accesses(_ app: App) throws -> [String: Any] {
    let found = try app.arrivals.looks(atMost: Self.mostAccesses)
    let names = Dictionary(try parts.folder.tokens.all().map { ($0.id, $0.name) }) { first, _ in first }
    return [
      "hasAccesses": !found.isEmpty, "most": Self.mostAccesses.grouped, "kept": IntakeLog.mostAccesses.grouped,
      "accesses": found.map { look in
        [
          "time": PageTime.html(look.time), "token": names[look.token] ?? look.token,
          "isOne": look.source != nil, "source": look.source?.string ?? "", "what": look.what,
          "count": look.count?.grouped ?? (look.source == nil ? "" : "1"),
          "address": look.source.map {
            "/installations/\($0.string.addressPart)?app=\(app.name.addressPart)"
          } ?? "",
        ] as [String: Any]
      },
    ]
  }
}

extension EscapedText {
  /// Escapes a text line by line, because a line break within a line would be made visible.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(separator: "\n")
  }
}

/// The installations of an app that stopped, and the delay of the server behind the phones.
struct FleetHealth {
  let app: App

  /// Number of days of silence after which an installation counts as stopped.
  private static let silentDays: Int64 = 14
  private static let mostListed = 10
  private static let mostReceipts = 1000

  func served(query: String, menu: ServedMenu, at now: Timestamp) async throws -> ServedFleet {
    let stopped = try await app.search.stopped(
      after: Self.silentDays * LengthOfTime.day, at: now, atMost: Self.mostListed)
    var served = ServedFleet(of: app.name, menu: menu)
    served.find = { [app] in FindPage.address(of: $0, app: app, isEver: $1) }
    served.share = { [app] in GroupsPage.address(of: $0, app: app, isEver: $1) }
    served.lists = [list(stopped, query)] + (try await refused(query).map { [$0] } ?? [])
    served.lag =
      [Self.newest(stopped.newest, at: now)] + Self.delays(of: try app.arrivals.receipts(atMost: Self.mostReceipts))
    return served
  }

  private func list(_ stopped: SilentInstallations, _ query: String) -> ServedFleet.List {
    let rest = stopped.count - stopped.installations.count
    let rows = stopped.installations.map { found in
      let last = found.last.map { DeviceTime(moment: $0).minute } ?? "never"
      return (
        source: found.source.string, address: "/installations/\(found.source.string.addressPart)\(query)",
        words: "last event \(last)" + (found.visible.map { ", with \($0) on the screen" } ?? "")
      )
    }
    let condition = stopped.newest.map { newest in
      "lastTime < \(Timestamp(milliseconds: newest.milliseconds - Self.silentDays * LengthOfTime.day))"
    }
    return ServedFleet.List(
      "Stopped",
      about:
        "No event in the \(Self.silentDays) days before the newest event of the app, by the devices’ clocks. The app "
        + "may be removed, or its uploads fail.", rows: rows,
      rest: rest > 0 ? "\(rest.grouped) more, which stopped before." : "",
      find: rows.isEmpty ? nil : condition.map { FindPage.address(of: $0, app: app) },
      share: rows.isEmpty ? nil : condition.map { GroupsPage.address(of: $0, app: app, isEver: false) })
  }

  /// The installations with a fork or a gap, and the refused lines by reason; nil while nothing was refused.
  private func refused(_ query: String) async throws -> ServedFleet.List? {
    let figures = app.arrivals.figures
    let reasons = try app.arrivals.reasons()
    guard figures.forks + figures.gaps > 0 || !reasons.isEmpty else { return nil }
    let refusals = try app.arrivals.refusals(atMost: Self.mostListed)
    // A made-up installation has no page.
    let known = try await app.search.known(refusals.map(\.source))
    let shown = refusals.filter { known[$0.source] != nil }
    let rows = shown.map { refusal in
      (
        source: refusal.source.string, address: "/installations/\(refusal.source.string.addressPart)\(query)",
        words: "\(refusal.reason.rawValue), last \(DeviceTime(moment: refusal.last).minute): "
          + RefusedWords.lost(refusal.types.sorted(), policies: refusal.policies, of: refusal.events)
      )
    }
    let lines = reasons.map { reason in
      let lost = RefusedWords.lost(reason.types, policies: reason.policies, of: reason.lines)
      return "\(reason.all.grouped) \(reason.name)\(lost.isEmpty ? "" : " (\(lost))")"
    }
    let rest = figures.forks + figures.gaps - shown.count
    return ServedFleet.List(
      "Refused",
      about: "\(RefusedWords.count(figures.forks, "installation")) with a fork, \(figures.gaps.grouped) with a gap. "
        + (lines.isEmpty ? "No line was bad." : "Bad lines by reason: \(lines.joined(separator: ", "))."),
      rows: rows, rest: rest > 0 ? "\(rest.grouped) more." : "",
      find: FindPage.address(of: Self.anyRefused, app: app),
      share: GroupsPage.address(of: Self.anyRefused, app: app, isEver: false))
  }

  private static let anyRefused = "refusedLines > 0 or forked > 0 or gaps > 0"

  private static func newest(_ newest: Timestamp?, at now: Timestamp) -> String {
    guard let newest else { return "No event that is stored has a time." }
    let age = now.milliseconds - newest.milliseconds
    let words = age < 0 ? "its clock is \(LengthOfTime.rough(-age)) ahead" : "\(LengthOfTime.rough(age)) ago"
    return "The newest event is of \(DeviceTime(moment: newest).minute), by its device’s clock: \(words)."
  }

  private static func delays(of receipts: [Receipt]) -> [String] {
    let delays = receipts.compactMap(\.delay).sorted()
    guard let longest = delays.last, let first = delays.first else {
      return ["No phone has said when it sent (Herald-Sent), so how long the way takes is not known."]
    }
    var sentences = [
      "The last \(delays.count.grouped) batches came \(LengthOfTime.rough(max(0, delays[delays.count / 2]))) after their "
        + "devices say that they sent them (median); the longest took \(LengthOfTime.rough(max(0, longest)))."
    ]
    let off = delays.count { Receipt.isOff($0) }
    if off > 0 {
      sentences.append(
        "\(off.grouped) of them differ by more than \(LengthOfTime.rough(Receipt.tolerance)): the clock is off, or the batch "
          + "waited on its way. The page of each installation lists them.")
    }
    if first < -Receipt.tolerance {
      sentences.append("The clock that is farthest ahead is ahead by \(LengthOfTime.rough(-first)).")
    }
    return sentences
  }
}

extension Receipt {
  /// The difference between the server's clock and a device's from which on it is trouble, in milliseconds: 5 minutes.
  static let tolerance: Int64 = 5 * 60_000

  static func isOff(_ delay: Int64) -> Bool { delay > tolerance || delay < -tolerance }
}

import Herald
import HeraldQuestions
import HeraldLog
import HeraldPages
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
    let served = try await FleetHealth(app: app).served(query: query, at: .now)
    let html = try await app.readers.read { reader in
      var report = LogReport(of: nil)
      report.served = served
      try reader.replay(ReplayScope(.all, isInAnyOrder: true), progress: nil, visitor: &report)
      guard report.isFleet else { return String?.none }
      let pages = Dictionary(
        report.worthALook.map { ($0, "/installations/\($0.string.addressPart)\(query)") }
      ) { $1 }
      return try report.html(linking: pages) { try reader.document($0) }
    }
    if let html { return .html(html) }
    throw Problem(
      .unknownInstallation, "There are no figures yet.",
      why: "figures compare installations, and fewer than two sent events",
      fix: "Look at the one installation with the search.")
  }

  private func audit(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    var words: String?
    if request.query("run") != nil {
      words = try await app.readers.read { reader in
        var text = ""
        try AuditQuestion().answer(in: app.events(reader), to: .words { text += $0 })
        return text
      }
    }
    let body = DeskTemplate.audit.render(
      [
        "app": app.name, "ledger": app.ledgerName, "isDone": words != nil, "words": EscapedText.lines(words ?? ""),
        "time": PageTime.html(Timestamp.now),
      ].merging(try accesses(app)) { $1 })
    return try DeskPage(title: "Audit", body: body, token: token, app: app.name, here: "/audit").response()
  }

  private static let mostAccesses = 25

  /// The last accesses to installations.
  private func accesses(_ app: App) throws -> [String: Any] {
    let found = try app.arrivals.accesses(atMost: Self.mostAccesses)
    let names = Dictionary(try parts.folder.tokens.all().map { ($0.id, $0.name) }) { first, _ in first }
    return [
      "hasAccesses": !found.isEmpty, "most": Self.mostAccesses.grouped, "kept": IntakeLog.mostAccesses.grouped,
      "accesses": found.map { access in
        [
          "time": PageTime.html(access.time), "token": names[access.token] ?? access.token,
          "source": access.source.string, "what": access.what,
          "address": "/installations/\(access.source.string.addressPart)?app=\(app.name.addressPart)",
        ]
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

import Herald
import HeraldLog
import HeraldQuestions
import Hummingbird

/// `POST /v1/forget?installation=…|user=…|property=…|before=…&reason=…`: erases what must go. Who asked goes on record.
struct ForgetRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.post("forget") { try await forget($0, $1) }
  }

  private func forget(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.forget)
    // A misspelt `dry-run` would erase.
    try request.requireQuery(of: Set(ForgetRequest.Kind.allCases.map(\.rawValue)).union(["app", "dry-run", "reason"]))
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let forgetting = try Self.forgetting(request)
    guard let reason = request.query("reason") else {
      throw Problem(
        .badQuery, "The request does not say why.", at: "reason", why: "the journal keeps why something was forgotten",
        fix: "add `reason`, such as the number of a request; it is kept, so name nobody in it")
    }
    let isDryRun = request.query("dry-run") != nil || request.uri.queryParameters["dry-run"] != nil
    let report = try await forgetting.carryOut(in: app, reason: reason, by: token, isDryRun: isDryRun)
    let unmet = report.ledger.isEmpty ? try await forgetting.unmet(in: app) : nil
    let near = token.allows(.read) ? unmet?.near ?? [] : []
    if !near.isEmpty { try await parts.note("search", of: app, context, count: near.count) }
    var output = JSONWriter()
    output.line {
      $0.member("kind", word: forgetting.kind)
      $0.member("removed", report.removed)
      $0.member("replaced", report.replaced)
      $0.member("installations", report.installations)
      $0.member("refusedLines", report.refusedLines)
      $0.member("erased", report.isErased && (unmet == nil || !report.isEmpty || report.finishedEarlier))
      $0.member("dryRun", isDryRun)
      if let unmet {
        $0.member("notFound", [unmet.name]) { $0.string($1) }
        $0.member("near", near) { $0.string($1) }
      }
    }
    return .json(output.bytes)
  }

  private static func forgetting(_ request: Request) throws -> ForgetRequest {
    let named = ForgetRequest.Kind.allCases.compactMap { kind in
      request.query(Substring(kind.rawValue)).map { (kind, text: $0) }
    }
    guard named.count < 2 else {
      throw Problem(
        .badQuery, "The request names several things to forget.", at: "query",
        why: "it has \(named.map(\.0.rawValue).joined(separator: " and "))",
        fix: "send a request for each")
    }
    if let (kind, text) = named.first { return try ForgetRequest(kind, text) }
    throw Problem(
      .badQuery, "The request does not say what to forget.", at: "query",
      why: "it names an `installation`, a `user`, a `property`, or a time `before`")
  }
}

/// A request to forget: a kind of thing, and its name or a time.
struct ForgetRequest: Sendable {
  enum Kind: String, CaseIterable, Sendable { case installation, user, property, before }

  let kind: Kind
  /// The name, or the time as it was written.
  let text: String
  let what: Forgetting

  /// - Throws: ``Problem`` for a text that cannot be read as a time.
  init(_ kind: Kind, _ text: String) throws {
    (self.kind, self.text) = (kind, text)
    switch kind {
    case .installation: what = .installations([ExactString(text)])
    case .user: what = .users([ExactString(text)])
    case .property: what = .properties([ExactString(text)])
    case .before:
      guard let time = DeviceTime(rfc3339: text) else {
        throw Problem(
          .badQuery, "`\(text)` is not a value of `before`.", at: "before",
          why: "it is a time with its zone such as 2026-03-02T08:00:00Z")
      }
      what = .before(time.moment)
    }
  }

  /// Forgets it, or only counts what would go.
  ///
  /// - Parameter token: the token of the person who asks; the journal gets its name.
  func carryOut(in app: App, reason: String, by token: AccessToken, isDryRun: Bool) async throws -> ServedForgetting {
    try await app.forget(what, reason: reason, by: token.name, isDryRun: isDryRun)
  }

  /// The name, where no event has it; nil for a time, and for an installation that was forgotten before.
  ///
  /// The whole ledger is read for it, so it is asked only where nothing was forgotten.
  func unmet(in app: App) async throws -> UnmetName? {
    let kind: UnmetNames.Kind
    switch self.kind {
    case .installation: kind = .installation
    case .user: kind = .user
    case .property: kind = .property
    case .before: return nil
    }
    let name = ExactString(text)
    // Names that are near a pseudonym are near by chance.
    let hasPseudonyms = kind == .user && app.users != nil
    return try await app.readers.read(.long) { reader in
      if kind == .installation, try reader.hasForgotten(name) { return nil }
      let names = try UnmetNames(kind, in: reader, named: app.name)
      return UnmetName(name: name, near: hasPseudonyms ? [] : names.meant(by: name))
    }
  }
}

/// A name that no event of an app has, and names of the app that may have been meant.
struct UnmetName: Sendable {
  let name: ExactString
  let near: [ExactString]
}

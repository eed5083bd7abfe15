import Herald
import HeraldQuestions
import HeraldLog
import Hummingbird

/// Paths about installations.
struct InstallationRoutes {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("heads") { try await heads($0, $1) }
    let all = router.group("installations")
    all.get { try await search($0, $1) }
    let one = all.group(":source")
    one.get { try await state($0, $1) }
    one.get("timeline") { try await timeline($0, $1) }
    let decision = one.group("decisions/:revision")
    decision.get { try await answer($0, $1, .decision, "why") }
    decision.post("minimize") { try await MinimizeRoute(parts: parts).response($0, $1) }
    decision.get("again") { try await answer($0, $1, .again, "why again") }
    decision.get("not/:rule") { request, context in
      try await answer(request, context, .not(ExactString(context.part("rule") ?? "")), "why not")
    }
    one.get("diff") { try await diff($0, $1) }
    one.get("redacted") { try await RedactedAnswer(parts: parts).response($0, $1) }
  }

  /// `GET /v1/heads?source=`: where streams end.
  private func heads(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.append, .import, .read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let source = request.query("source").map { ExactString($0) }
    if !token.allows(.read) {
      guard let source, let text = request.headers.value(of: "herald-stream"),
        parts.folder.streamTokens.accepts(text, source: source, app: app.name)
      else {
        throw Problem(
          .notOwner, "An app key reads the head of its own stream only.", at: "Herald-Stream",
          why: "the request does not carry the token of the stream that it asks about")
      }
      // It is the sender's own.
      context.looks?.add()
    }
    let heads = try await app.readers.read(source == nil ? .long : .short) { reader in
      try source.map { try reader.head(of: $0).map { [$0] } ?? [] } ?? reader.heads()
    }
    if token.allows(.read) { try await parts.note("heads", of: app, context, source: source, count: heads.count) }
    var output = JSONWriter()
    for head in heads {
      output.line {
        $0.member("source", head.source)
        $0.member("head", head.revision)
        $0.member("chain", head.chain)
      }
    }
    return .lines(output.bytes)
  }

  private static let mostOnAPage = 1000

  /// `GET /v1/installations?query=`: the installations that match the query, and `next` for the page after.
  private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let limit = try request.number("limit", in: 1...Self.mostOnAPage) ?? 100
    let found = try await app.search.find(
      SearchQuery(request.query("query") ?? "", users: app.users),
      after: request.query("next").map { ExactString($0) }, atMost: limit)
    try await parts.note("search", of: app, context, count: found.count)
    var output = JSONWriter()
    output.line {
      $0.member("installations", found) { $1.write(into: &$0) }
      $0.member("next", found.count == limit ? found.last?.source : nil)
    }
    return .json(output.bytes)
  }

  /// `GET /v1/installations/SOURCE`: the state, as `herald replay --states` prints it.
  private func state(_ request: Request, _ context: ServerContext) async throws -> Response {
    try await replay(request, context, .states, "state")
  }

  /// `GET /v1/installations/SOURCE/timeline?until=`: the decisions and the state, as `herald replay` prints them.
  private func timeline(_ request: Request, _ context: ServerContext) async throws -> Response {
    try await replay(request, context, [.decisions, .states], "timeline")
  }

  private func replay(
    _ request: Request, _ context: ServerContext, _ output: ReplayOutput, _ what: String
  ) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, what)
    let limit = try request.limit("until")
    let bytes = try await app.readers.read { reader in
      var bytes: [UInt8] = []
      try reader.replayLines(output, of: .source(source), jobs: 1, until: limit, progress: nil) { bytes += $0 }
      return bytes
    }
    return .lines(bytes)
  }

  /// `GET /v1/installations/SOURCE/decisions/REVISION` and what hangs on it, as `herald why` prints them.
  private func answer(
    _ request: Request, _ context: ServerContext, _ kind: WhyQuestion.Kind, _ what: String
  ) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, what)
    let revision = try context.revision()
    let json = try await app.readers.read { reader in
      try WhyQuestion(kind, of: source, at: revision).answer(in: app.events(reader)).json
    }
    return .json(Array(json.utf8))
  }

  /// `GET /v1/installations/SOURCE/diff?with=SOURCE&at=`, as `herald diff` prints it.
  private func diff(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "diff")
    let other = try await parts.installation(request.query("with"), of: app, context, besides: source)
    if other != source { try await parts.note("diff", of: app, context, source: other) }
    let limits = try [request.limit("at"), request.limit("with-at")].compactMap(\.self)
    let json = try await app.readers.read { reader in
      try DiffQuestion(of: [source, other], at: limits).answer(in: app.events(reader)).json
    }
    return .lines(Array(json.utf8))
  }
}

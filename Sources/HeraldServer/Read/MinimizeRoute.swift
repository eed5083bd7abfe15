import HTTPTypes
import Herald
import HeraldLog
import HeraldQuestions
import Hummingbird

/// The smallest log that still shows a decision.
struct MinimizeRoute {
  let parts: ServerParts

  /// The page's link to the log, as a file.
  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source/at/:revision/smallest") { request, context in
      let answer = try await answer(request, context)
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/jsonl", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
          .contentDisposition: #"attachment; filename="smallest-\#(answer.askedRevision).jsonl""#,
        ], body: ResponseBody(byteBuffer: ByteBuffer(string: answer.log)))
    }
  }

  /// `POST /v1/installations/SOURCE/decisions/REVISION/minimize?keep=&rule=`: the figures of `herald minimize`,
  /// with the log's events under `log`.
  func response(_ request: Request, _ context: ServerContext) async throws -> Response {
    .json(Array(try await answer(request, context).jsonWithLog.utf8))
  }

  private func answer(_ request: Request, _ context: ServerContext) async throws -> MinimizeAnswer {
    try request.requireQuery(of: ["app", "keep", "rule"], repeating: ["rule"])
    let (app, source) = try await parts.asked(request, context, "smallest log")
    guard let revision = try context.revision() else {
      throw Problem(
        .badQuery, "The smallest log is asked about one event.", at: "revision", why: "`last` names no certain one",
        fix: "write a revision, from 1 on")
    }
    let question = MinimizeQuestion(
      of: source, at: revision, keeping: try Self.keeps(request),
      rules: request.uri.queryParameters.getAll("rule").map { ExactString($0) })
    if question.keeps == .shown, !question.rules.isEmpty {
      throw Problem(
        .badQuery, "`rule` names a rule whose failed test stays, and `keep=shown` keeps none.", at: "rule",
        why: "the two contradict each other")
    }
    let asker = Asker.current
    // It may take as long as a question about all installations.
    return try await app.readers.read(.long) { reader in
      let answer = try question.answer(in: app.events(reader), while: { (try? asker.checkPresence()) != nil })
      try asker.checkPresence()
      return answer
    }
  }

  private static func keeps(_ request: Request) throws -> KeptAnswer {
    guard let text = request.query("keep") else { return .tests }
    guard let keeps = KeptAnswer(rawValue: text) else {
      throw Problem(
        .badQuery, "`\(text)` is not a value of `keep`.", at: "keep", why: "it is `shown`, `tests` or `audit`")
    }
    return keeps
  }
}

import Herald
import HeraldFormats
import HeraldQuestions
import Hummingbird

/// The answers about a document that hold for every device there could be.
struct AnalyzeRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.post("analyze") { try await analyze($0, $1) }
  }

  /// `POST /v1/analyze?against=current&from=&format=`: what can be shown of the document of the body, or what it
  /// changes in the place of the policy in force, as `herald analyze` prints it. No installation is asked.
  private func analyze(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read, .publish)
    try request.requireQuery(of: ["against", "app", "format", "from"])
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let (other, start) = (try current(request, app), try request.time("from"))
    let document = try await request.document()
    try document.checkReadable()
    let json = try await parts.analyze {
      guard let other else {
        var question = AnalyzeQuestion(document, named: Self.file)
        question.start = start
        return try question.answer().json
      }
      var question = AgainstQuestion(document, named: Self.file, against: other.document, named: other.name(of: app))
      question.start = start
      return try question.answer().json
    }
    return .lines(Array(json.utf8))
  }

  /// The name of a document in answers, which came without one.
  static let file = "policy.json"

  /// The policy in force, where the query compares with it; nil for no comparison.
  private func current(_ request: Request, _ app: App) throws -> PublishedPolicy? {
    guard let text = request.uri.queryParameters["against"] else { return nil }
    guard text == "current" else {
      throw Problem(
        .badQuery, "`\(text)` is not a value of `against`.", at: "against",
        why: "it is `current`, the policy in force; leave it out to compare with none")
    }
    if let policy = try parts.folder.policies.current(of: app.name) { return policy }
    throw Problem(
      .noPolicy, "No policy of `\(app.name)` was published.", at: "against", why: "nothing is there to compare with",
      fix: "leave `against` out")
  }
}

extension ServerParts {
  /// Runs an analysis of documents on a thread for long questions, within the work of one answer.
  ///
  /// - Throws: ``Problem`` where too many questions of one token wait; `CancellationError` where the asker has gone;
  ///   what `body` throws.
  func analyze<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    let asker = Asker.current
    return try await apps.threads.run(.long, for: asker) { try asker.analyzing(body) }
  }
}

extension Asker {
  /// Runs analyses within the work of one answer, and cuts them short once the asker has gone.
  ///
  /// - Throws: `CancellationError` where the asker has gone; what `body` throws.
  func analyzing<Answer>(_ body: () throws -> Answer) throws -> Answer {
    let answer = try AnalysisWork(while: { (try? checkPresence()) != nil }).bounding(body)
    try checkPresence()
    return answer
  }
}

extension PublishedPolicy {
  /// The document as it was published.
  var document: Document { Document(text: text, format: ExactString(format)) }

  /// The policy's name in answers.
  func name(of app: App) -> String { "policies/\(app.name)" }
}

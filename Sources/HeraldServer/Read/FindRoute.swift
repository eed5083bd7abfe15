import Herald
import HeraldLog
import HeraldQuestions
import Hummingbird

/// The path that finds installations by a condition.
struct FindRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("find") { try await find($0, $1) }
  }

  /// `GET /v1/find?where=&ever=&at=&user=&limit=`: the installations for which a condition holds, as `herald find` prints
  /// them.
  private func find(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let asked = try Self.question(request)
    let lines = try await app.readers.read(.long) { reader in
      var lines: [UInt8] = []
      try app.asking(asked).answer(in: app.events(reader), to: .json { lines += $0 })
      return lines
    }
    // The last line is the summary.
    try await parts.note("find", of: app, context, count: lines.count { $0 == UInt8(ascii: "\n") } - 1)
    return .lines(lines)
  }

  private static func question(_ request: Request) throws -> FindQuestion {
    var moment = FindQuestion.Moment.end
    if let text = request.uri.queryParameters["at"].map({ String($0) }) {
      guard let time = DeviceTime(rfc3339: text) else {
        throw Problem(
          .badQuery, "`\(text)` is not a value of `at`.", at: "at",
          why: "it is a time with its zone such as 2026-03-02T08:00:00Z")
      }
      moment = .time(time.moment)
    }
    if try request.flag("ever") {
      guard moment == .end else {
        throw Problem(
          .badQuery, "`ever` and `at` are both given.", at: "ever",
          why: "`ever` asks after each event, and `at` at one moment", fix: "give one of them")
      }
      moment = .ever
    }
    var question = FindQuestion(where: try request.condition("where")?.condition, at: moment)
    question.user = request.typed("user").map { ExactString($0) }
    question.limit = try request.number("limit", in: 0...(1 << 31))
    return question
  }
}

extension App {
  /// A question with what this server knows beside its ledger: the lines that it refused, and the names under which it
  /// keeps users.
  func asking(_ question: FindQuestion) throws -> FindQuestion {
    var question = question
    if question.condition?.readsRefusals == true { question.refusals = try arrivals.lineRefusals() }
    if let user = question.user { question.pseudonym = users?.pseudonym(of: user) }
    return question
  }

  /// A question about two groups, with the lines that this server refused.
  func asking(_ question: GroupsQuestion) throws -> GroupsQuestion {
    var question = question
    question.refusals = try arrivals.lineRefusals()
    return question
  }
}

extension Condition {
  /// Reads the condition of a query.
  ///
  /// - Parameter name: the name of the query's value.
  /// - Throws: ``Problem`` that points at the place.
  init(query text: String, _ name: String) throws {
    do throws(ConditionFault) { try self.init(text) } catch {
      throw Problem(
        .badQuery, error.sentence, at: name, why: "the condition cannot be read", fix: error.fix)
    }
  }
}

import Herald
import HeraldFetch
import HeraldWire

/// The events of a server's app, from the first to the last that it has when it is asked, as `GET /v1/live` gives them.
struct ServedEvents {
  let endpoint: HTTPEndpoint
  let token: String

  /// The most events of an answer. A large fleet takes few answers, and an answer fits into memory.
  static let most = 20_000
  private static let longestAnswer = 512 << 20

  /// Reads all events.
  ///
  /// - Parameter take: receives the lines of each answer, without line ends, and the number of events so far.
  /// - Throws: ``ReadingFailure``, and what `take` throws.
  func read(_ take: ([ArraySlice<UInt8>], Int) throws -> Void) async throws {
    var position = 0
    var count = 0
    while true {
      let answer = try await answer(behind: position)
      count += answer.lines.count
      try take(answer.lines, count)
      if answer.isAtHead { return }
      position = answer.position
    }
  }

  private func answer(behind position: Int) async throws -> LiveAnswer {
    let headers = [
      (name: "Authorization", value: "Bearer \(token)"), ("Accept", "text/event-stream"),
      ("Last-Event-ID", "\(position)"),
    ]
    switch await endpoint.send(nil, headers: headers, readingAtMost: Self.longestAnswer) {
    case .failure(let failure): throw ReadingFailure.unreachable(failure, endpoint.url)
    case .success(let reply):
      guard reply.status == 200 else { throw ReadingFailure.refused(reply, endpoint.url) }
      guard let answer = LiveAnswer(reply.body, behind: position) else { throw ReadingFailure.isCut(endpoint.url) }
      return answer
    }
  }
}

/// The reason for not having all events of a server. Nothing is written then, because a sample of a part would say of
/// the rest that nobody has it.
struct ReadingFailure: DiagnosticError {
  let diagnostics: [Diagnostic]

  private init(_ code: SendingCode, _ server: String, _ what: String, why: String, fix: String) {
    diagnostics = [Diagnostic(code, .error, what: what, file: server, why: why, fix: fix)]
  }

  static func unreachable(_ failure: FetchFailure, _ server: String) -> Self {
    Self(
      .serverUnreachable, server, "The events could not be read.",
      why: "\(failure.diagnostic.what) \(failure.diagnostic.why)", fix: "\(failure.diagnostic.fix), and try again")
  }

  static func refused(_ reply: HTTPReply, _ server: String) -> Self {
    let answer = UploadReply(reply.body, unsaid: EventServer.unsaid)?.problem?.finding
    let waits = reply.status == 429 || reply.status >= 500
    return Self(
      answer == nil ? .notAServer : waits ? .serverWaits : .uploadRefused, server,
      "The server gives no events: it answers with status \(reply.status).",
      why: answer.map { "\($0.what) \($0.why)" } ?? "it does not say why", fix: answer?.fix ?? "check the address")
  }

  static func isCut(_ server: String) -> Self {
    Self(
      .notAServer, server, "The server's answer does not say that it is whole.",
      why: "it was cut off, the token ended meanwhile, or something else than Herald answers",
      fix: "try again, and check the address and which Herald the server has")
  }
}

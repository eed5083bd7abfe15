import Herald
import HeraldFetch
import HeraldLog
import HeraldWire

/// The answers, in the form of the real server's.
extension StandInServer {
  /// Stores lines and answers.
  ///
  /// - Parameter told: what it says of a stream's end.
  func answer(
    _ text: String, _ headers: [String: String],
    _ told: (StreamHead) -> StreamHead = { $0 }
  ) -> TransportAnswer {
    let refused = refused.value
    let lines = text.split(separator: "\n").map { line in
      refused.contains { line.contains("\"id\":\"\($0)\"") } ? String(line.dropLast()) : String(line)
    }
    var batch = LineBatch(jsonLines: Array(lines.map { $0 + "\n" }.joined().utf8), name: "request")
    batch.skipped = Set((headers["herald-skip"] ?? "").split(separator: ",").compactMap { Int($0) })
    let token = "\(secret.value) of \(batch.sources.first ?? "")"
    if let given = headers["herald-stream"], given != token {
      let problem = ProblemDocument(type: ProblemDocument.type(of: "notOwner"))
      return answer(403, UploadReply(problem: problem, streams: nil))
    }
    batch.mustShowFirstLine = headers["herald-stream"] == nil
    guard let outcome = store(batch) else { return answer(500, UploadReply(streams: nil)) }
    let first = outcome.refused.first
    let isTaken = outcome.streams.contains { $0.stored + $0.duplicates > 0 }
    let owned = outcome.streams.filter { !$0.isForeign }
    let streams = owned.map { stream in
      let head = told(stream.head ?? StreamHead(source: stream.source, revision: 0, chain: ""))
      var reply = UploadReply.Stream(
        source: head.source, head: head.revision, chain: head.revision == 0 ? nil : head.chain)
      reply.token = stream.showedFirstLine ? token : nil
      return reply
    }
    return answer(
      first == nil ? 200 : isTaken ? 207 : status(first),
      UploadReply(streams: streams, rejected: outcome.refused.map(Self.rejected)))
  }

  private func status(_ refused: BatchOutcome.Refused?) -> Int {
    switch refused?.kind {
    case .gap, .forked: 409
    case .forgotten: 410
    case .notOwner: 403
    case .bad, nil: 422
    }
  }

  private static func rejected(_ refused: BatchOutcome.Refused) -> UploadReply.Rejected {
    let reason: UploadReply.Reason =
      switch refused.kind {
      case .bad: .badLine(code: refused.finding.code.name)
      case .gap(let expected): .gap(expected: expected)
      case .forked(let stored, let sent): .forked(UploadReply.Digests(stored: stored, sent: sent))
      case .forgotten: .forgotten
      case .notOwner: .notOwner
      }
    return UploadReply.Rejected(
      line: refused.line, reason, Finding(refused.finding.what, why: refused.finding.why, fix: refused.finding.fix))
  }

  private func answer(_ status: Int, _ reply: UploadReply) -> TransportAnswer {
    var output = JSONWriter()
    output.object(reply.write)
    return TransportAnswer(head: TransportHead(status: status), body: output.bytes)
  }
}

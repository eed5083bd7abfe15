import Herald
import HeraldFetch
import HeraldLog

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
    let token = "token of \(batch.sources.first ?? "")"
    if let given = headers["herald-stream"], given != token {
      return json(403) { $0.member("type", "urn:herald:problem:notOwner") }
    }
    batch.mustShowFirstLine = headers["herald-stream"] == nil
    guard let outcome = store(batch) else { return json(500) { _ in } }
    let first = outcome.refused.first
    let isTaken = outcome.streams.contains { $0.stored + $0.duplicates > 0 }
    let owned = outcome.streams.filter { _ in first?.kind != .notOwner }
    return json(first == nil ? 200 : isTaken ? 207 : status(first)) { output in
      output.member("streams", owned) { output, stream in
        let head = stream.head ?? StreamHead(source: stream.source, revision: 0, chain: "")
        Self.write(told(head), stream.showedFirstLine ? token : nil, into: &output)
      }
      output.member("rejected", outcome.refused) { Self.write($1, into: &$0) }
    }
  }

  private func status(_ refused: BatchOutcome.Refused?) -> Int {
    switch refused?.kind {
    case .gap, .forked: 409
    case .forgotten: 410
    case .notOwner: 403
    case .bad, nil: 422
    }
  }

  private static func write(
    _ head: StreamHead, _ token: String?, into output: inout JSONWriter
  ) {
    output.object {
      $0.member("source", head.source)
      $0.member("head", head.revision)
      $0.member("chain", head.revision == 0 ? nil : head.chain)
      if let token { $0.member("token", token) }
    }
  }

  private static func write(_ refused: BatchOutcome.Refused, into output: inout JSONWriter) {
    output.object {
      $0.member("line", refused.line)
      switch refused.kind {
      case .bad: $0.member("reason", refused.finding.code.name)
      case .gap(let expected):
        $0.member("reason", "gap")
        $0.member("expected", expected)
      case .forked: $0.member("reason", "forked")
      case .forgotten: $0.member("reason", "installationForgotten")
      case .notOwner: $0.member("reason", "notOwner")
      }
      $0.member("what", refused.finding.what)
      $0.member("why", refused.finding.why)
    }
  }

  private func json(_ status: Int, _ write: (inout JSONWriter) -> Void) -> TransportAnswer {
    var output = JSONWriter()
    output.object(write)
    return TransportAnswer(head: TransportHead(status: status), body: output.bytes)
  }
}

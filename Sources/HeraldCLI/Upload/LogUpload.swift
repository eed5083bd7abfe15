import Herald
import HeraldQuestions
import HeraldLog
import HeraldWire

/// Sends one log, and counts what became of its lines.
struct LogUpload {
  private(set) var report: SentReport
  private var limits = UploadBody.Limits()
  /// The installations with a refused line: what follows would leave a hole.
  private var stopped: Set<ExactString> = []
  /// True once a line named its installation, as events do.
  private var isLog = false

  /// - Parameter log: its name.
  init(_ log: String) { report = SentReport(log: log) }

  /// Sends all lines.
  ///
  /// - Parameters:
  ///   - told: prints the refused lines.
  ///   - progressed: takes the part that was sent, from 0 to 1; nil if it is unknown.
  /// - Throws: ``SendingFailure``; `LogFileError` or `LogRefused` where the log cannot be read. What was stored stays.
  mutating func send(
    _ log: inout LogLines, to server: inout EventServer, told: RefusedLines, progressed: (Double?) -> Void
  ) async throws {
    var body = UploadBody()
    var isTorn = false
    while let line = try log.next() {
      switch line.kind {
      case .notice:
        leaveOut(line)
        continue
      case .torn:
        tellTorn(line)
        isTorn = true
        continue
      case .event, .other: isLog = isLog || line.source != nil
      }
      if !body.takes(line, within: limits) {
        if !isLog { throw try log.noEvents() }
        try await send(body, to: &server, told)
        progressed(log.share)
        body = UploadBody()
      }
      body.add(line)
    }
    // Without this check each line of another file would be kept by the server as a refused one.
    if !isLog, isTorn || !body.isEmpty { throw try log.noEvents() }
    try await send(body, to: &server, told)
  }

  private mutating func send(_ body: UploadBody, to server: inout EventServer, _ told: RefusedLines) async throws {
    var waiting = [body]
    while let next = waiting.popLast() {
      let rest = UploadBody(next.lines.filter { line in line.source.map { !stopped.contains($0) } ?? true })
      report.behind += next.lines.count - rest.lines.count
      if rest.isEmpty { continue }
      switch try await server.send(rest) {
      case .taken(let answer): try record(answer, of: rest, server.url, told)
      case .isTooLarge(let answer):
        guard let (first, second) = rest.halves else {
          try refuse(.tooLarge(answer, rest.lines.first?.source), of: rest, told)
          continue
        }
        limits.lines = max(1, rest.lines.count / 2)
        waiting += [second, first]
      }
    }
  }

  private mutating func record(
    _ answer: UploadReply, of body: UploadBody, _ server: String, _ told: RefusedLines
  ) throws {
    let stored = answer.sum(\.stored)
    let duplicates = answer.sum(\.duplicates)
    report.stored += stored
    report.duplicates += duplicates
    for refused in answer.rejected { try refuse(refused, of: body, told) }
    let rest = body.lines.count - stored - duplicates - answer.rejected.count
    guard rest == 0 || !answer.rejected.isEmpty else { throw SendingFailure.isSilent(server) }
    report.behind += max(0, rest)
  }

  private mutating func refuse(_ refused: UploadReply.Rejected, of body: UploadBody, _ told: RefusedLines) throws {
    report.refused += 1
    if let source = refused.source { stopped.insert(source) }
    let line = body.lines.indices.contains(refused.line - 1) ? body.lines[refused.line - 1].number : nil
    try told.tell(refused, of: report.log, line: line)
  }

  private mutating func leaveOut(_ line: PlainLine) {
    report.leftOut += 1
    guard report.leftOut == 1 else { return }
    Failure.tell(
      Diagnostic(
        SendingCode.ledgerLines, .note, what: "Lines about a ledger are left out.", file: report.log,
        place: DocumentPlace(line: line.number, column: 1, pointer: ""),
        why: "they stand for what the ledger forgot, and a server takes events only",
        fix: "nothing; where an installation's first events were forgotten, take the log over with `herald import`"))
  }

  private func tellTorn(_ line: PlainLine) {
    Failure.tell(
      Diagnostic(
        LogCode.torn, .note, what: "The last line is torn.", file: report.log,
        place: DocumentPlace(line: line.number, column: 1, pointer: ""),
        why: "it has no newline and cannot be parsed, as after a crash while it was written",
        fix: "nothing to do: the line is left out"))
  }
}

extension UploadReply {
  /// The sum of a count over all streams.
  fileprivate func sum(_ count: KeyPath<Stream, Int>) -> Int { (streams ?? []).reduce(0) { $0 + $1[keyPath: count] } }
}

extension UploadReply.Rejected {
  /// The only line of a body that is too large.
  fileprivate static func tooLarge(_ answer: UploadReply?, _ source: ExactString?) -> Self {
    var line = Self(
      line: 1, .badLine(code: answer?.problem?.code ?? "tooLarge"),
      answer?.problem?.finding
        ?? Finding(
          "The line is too large.", why: "it was sent alone, and refused with status 413",
          fix: "let the server, and a proxy before it, take larger bodies"))
    line.source = source
    return line
  }
}

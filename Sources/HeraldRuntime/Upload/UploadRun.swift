import Herald
import HeraldFetch
import HeraldGzip
import HeraldLog
import HeraldWire

/// One call of an ``Uploader``: batch after batch, until the server has everything or takes no more.
struct UploadRun: Sendable {
  let source: ExactString
  var receipt: UploadReceipt
  let receipts: UploadReceipts
  let uploader: Uploader
  var status = UploadStatus(standing: .complete, acknowledged: 0)

  init(source: ExactString, receipt: UploadReceipt, receipts: UploadReceipts, uploader: Uploader) {
    (self.source, self.receipt, self.receipts, self.uploader) = (source, receipt, receipts, uploader)
  }

  /// The server's address.
  var server: String { uploader.endpoint.url }

  /// The outcome.
  mutating func ended(_ standing: UploadStatus.Standing) -> UploadStatus {
    status.standing = standing
    status.acknowledged = receipt.head
    return status
  }

  nonisolated(nonsending) mutating func sendAll(for owner: any UploadOwner, isPatient: Bool) async throws
    -> UploadStatus
  {
    var fruitless = 0
    while let batch = try await nextBatch() {
      guard await uploader.upload.isAllowed() else { return ended(.notAllowed) }
      if isPatient, let end = receipt.holdOff?.end(at: uploader.now.moment), end > uploader.now.moment {
        return ended(.waiting(until: end))
      }
      guard fruitless < Uploader.fruitlessAtMost else { return try wait(.noProgress(server), nil) }
      guard batch.isReachable(from: receipt) else { return try rename(.lost(server)) }
      let before = receipt
      let reply: HTTPReply
      let packed = GzipPacking.pack(batch.body)
      switch await uploader.endpoint.send(packed ?? batch.body, headers: headers(batch, isPacked: packed != nil)) {
      case .failure(let failure): return try wait(.unreachable(failure, server), failure.retryAfter)
      case .success(let answered): reply = answered
      }
      let answer = UploadReply(reply.body, about: source)
      receipt.token = answer?.stream(of: source)?.token ?? receipt.token
      switch try await compare(answer, batch, owner) {
      case .known: break
      case .beyond where answer?.rejected.isEmpty ?? true: return try rename(.ahead(of: source, at: server))
      case .beyond: break
      case .unrecorded: return ended(.failed)
      }
      switch UploadVerdict(reply, answer, of: source, batch, receipt, server) {
      case .goesOn(let next): receipt = next
      case .skips(let next, let finding):
        receipt = next
        status.findings.append(finding)
      case .isOver(let finding): return try rename(finding)
      case .isTooLarge:
        if await uploader.sendFewer(than: batch.sent.count) { continue }
        guard let only = batch.sent.first else { return try wait(.noProgress(server), nil) }
        receipt.skip(only.revision)
        status.findings.append(.tooLarge(only.revision, server))
      case .waits(let finding, let retryAfter): return try wait(finding, retryAfter)
      }
      status.sent += batch.sent.count { $0.revision > before.head && $0.revision <= receipt.head }
      fruitless = receipt.hasMoved(from: before) ? 0 : fruitless + 1
      (receipt.failures, receipt.holdOff) = (0, nil)
      try receipts.store(receipt, of: source, at: server)
    }
    return ended(.complete)
  }

  /// The next lines behind the receipt; nil where there are none.
  private nonisolated(nonsending) func nextBatch() async throws -> UploadBatch? {
    var lines: [StreamLine] = []
    var start = receipt.head
    let refused = Set(receipt.skipped)
    repeat {
      lines = try await uploader.lines(of: source, after: start, atMost: uploader.eventsAtOnce)
      start = lines.last?.revision ?? start
      // Where all of them were refused, the next ones need the header that says so.
    } while !lines.isEmpty && lines.allSatisfy { refused.contains($0.revision) }
    if lines.isEmpty { return nil }
    guard receipt.token == nil, receipt.head > 0 else { return UploadBatch(lines, behind: receipt) }
    let first = try await uploader.lines(of: source, after: receipt.refusedAtStart, atMost: 1).first
    return UploadBatch(lines, behind: receipt, proof: first)
  }

  private func headers(_ batch: UploadBatch, isPacked: Bool) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = [
      ("Authorization", "Bearer \(uploader.upload.key)"), ("Content-Type", "application/x-ndjson"),
    ]
    if isPacked { headers.append(("Content-Encoding", "gzip")) }
    let own = UploadHeaders(
      sent: "\(uploader.now)", streamToken: receipt.token, skipped: batch.skipped, source: UploadHeaders.spread(source))
    return headers + own.fields
  }

  private mutating func wait(_ finding: Diagnostic, _ retryAfter: RetryAfter?) throws -> UploadStatus {
    receipt.failures += 1
    let holdOff = HoldOff(
      after: retryAfter, failures: receipt.failures, at: uploader.now.moment, backoff: uploader.upload.backoff,
      random: uploader.environment.random())
    receipt.holdOff = holdOff
    try receipts.store(receipt, of: source, at: server)
    status.findings.append(finding)
    return ended(.waiting(until: holdOff.until))
  }

  private mutating func rename(_ finding: Diagnostic) throws -> UploadStatus {
    let name = try receipts.rename(source, to: ExactString("/installations/\(uploader.environment.newID())"))
    status.findings.append(finding)
    uploader.upload.renamed(name)
    return ended(.renamed(name))
  }
}

extension UploadReceipt {
  /// True if there is something new to try, compared with an earlier receipt.
  fileprivate func hasMoved(from earlier: UploadReceipt) -> Bool {
    head != earlier.head || skipped != earlier.skipped || token != earlier.token
  }
}

extension UploadBatch {
  /// True if the server can take the batch behind a receipt: in between are only events that it refused.
  fileprivate func isReachable(from receipt: UploadReceipt) -> Bool {
    guard let first = sent.first else { return true }
    return first.revision - receipt.head - 1 == receipt.skipped.count { $0 > receipt.head && $0 < first.revision }
  }
}

/// Compares what a server says with what the phone knows.
extension UploadRun {
  /// The result of a comparison.
  enum Comparison {
    /// The receipt is where the server says that the stream ends.
    case known
    /// The server has events that the phone's ledger has not.
    case beyond
    /// A contradiction could not be recorded. The receipt is what it was.
    case unrecorded
  }

  /// Compares the stream's end on the server with what the phone knows, and moves the receipt there.
  nonisolated(nonsending) mutating func compare(
    _ answer: UploadReply?, _ batch: UploadBatch, _ owner: any UploadOwner
  ) async throws -> Comparison {
    guard let answer, let stream = answer.stream(of: source), !answer.isAboutAnother else { return .known }
    let known: UploadReceipt?
    if stream.head <= receipt.head {
      known = receipt
    } else if let chain = batch.chain(at: stream.head) {
      known = receipt.moved(to: stream.head, chain)
    } else {
      known = try await ownReceipt(at: stream.head)
    }
    guard var known else { return .beyond }
    // The server's value at a new head is all that can be compared later.
    if stream.isRechained, stream.head > receipt.head, let chain = stream.chain.flatMap(Hex.bytes) {
      known = known.moved(to: stream.head, chain)
    }
    // A fork or a forgotten stream says nothing about what was acknowledged before.
    let isComparable = !answer.isFork || stream.head <= receipt.head
    let isSame = stream.head == known.head && (stream.head == 0 || stream.chain == Hex.text(of: known.chain))
    if !isSame, isComparable, !receipt.isContradicted {
      let contradiction = Contradiction(
        server: server, source: source, head: stream.head, chain: stream.chain, ownHead: known.head,
        ownChain: known.chain)
      guard await owner.record(contradiction) else { return .unrecorded }
      status.findings.append(.contradicted(contradiction))
    }
    if isSame || isComparable {
      // An answer that brings the stream forward as expected ends the contradiction.
      receipt.isContradicted = !isSame || receipt.isContradicted && stream.head <= receipt.head
      // The server's own value, so that a contradiction is reported once and not with every later answer.
      receipt.advance(to: stream.head, chain: stream.chain.flatMap(Hex.bytes) ?? Chain.start)
    }
    return .known
  }

  /// The phone's own receipt at a revision behind the batch, where the answer to an earlier batch was lost; nil where
  /// its ledger has no such event.
  private nonisolated(nonsending) func ownReceipt(at revision: Int) async throws -> UploadReceipt? {
    var own = receipt
    while own.head < revision {
      let lines = try await uploader.lines(of: source, after: own.head, atMost: uploader.eventsAtOnce)
        .filter { $0.revision <= revision }
      guard !lines.isEmpty else { return nil }
      let batch = UploadBatch(lines, behind: own)
      guard let last = batch.sent.last else { return nil }
      own.advance(to: last.revision, chain: last.chain)
    }
    return own.head == revision ? own : nil
  }
}

extension UploadReceipt {
  /// The receipt with another head.
  fileprivate func moved(to head: Int, _ chain: [UInt8]) -> UploadReceipt {
    var receipt = self
    receipt.advance(to: head, chain: chain)
    return receipt
  }
}

extension UploadReply {
  /// True if the server has another event of the stream.
  fileprivate var isFork: Bool { if case .forked = rejected.first?.reason { true } else { false } }

  /// True if the stream's end on the server says nothing about the phone's lines, because the server forgot the
  /// installation or does not take the phone for its owner.
  fileprivate var isAboutAnother: Bool { rejected.first.map { [.forgotten, .notOwner].contains($0.reason) } ?? false }
}

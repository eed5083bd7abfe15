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
  var server: String { uploader.post.url }

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
      switch await uploader.post.send(packed ?? batch.body, headers: headers(batch, isPacked: packed != nil)) {
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
        receipt.skipped.append(only.revision)
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
    let first = try await uploader.lines(of: source, after: 0, atMost: 1).first
    return UploadBatch(lines, behind: receipt, proof: first)
  }

  private func headers(_ batch: UploadBatch, isPacked: Bool) -> [(name: String, value: String)] {
    var headers = [
      ("Authorization", "Bearer \(uploader.upload.key)"), ("Content-Type", "application/x-ndjson"),
      ("Herald-Sent", "\(uploader.now)"), (SourceHeader.name, SourceHeader.value(of: source)),
    ]
    if isPacked { headers.append(("Content-Encoding", "gzip")) }
    if let token = receipt.token { headers.append(("Herald-Stream", token)) }
    if !batch.skipped.isEmpty { headers.append(("Herald-Skip", batch.skipped.map(String.init).joined(separator: ","))) }
    return headers.map { (name: $0.0, value: $0.1) }
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
    return first.revision - receipt.head - 1 == receipt.skipped.count { $0 < first.revision }
  }
}

import Herald
import HeraldLog
import HeraldWire

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

public import Herald
import HeraldFetch
import HeraldWire

/// The meaning of an answer to a batch.
enum UploadVerdict {
  /// The receipt changes, and the next batch follows.
  case goesOn(UploadReceipt)
  /// A line is refused for good, and the next batch goes on behind it.
  case skips(UploadReceipt, Diagnostic)
  /// The server takes nothing of the stream any more.
  case isOver(Diagnostic)
  /// The batch is larger than the server takes.
  case isTooLarge
  /// The request is made again later.
  case waits(Diagnostic, RetryAfter?)
}

extension UploadVerdict {
  /// Judges an answer, apart from what it says of the chain.
  ///
  /// - Parameters:
  ///   - answer: the answer's body; nil if it says nothing about the batch's stream.
  ///   - source: the stream.
  ///   - receipt: the receipt, with the head that the server has now.
  ///   - server: its address.
  init(
    _ reply: HTTPReply, _ answer: UploadReply?, of source: ExactString, _ batch: UploadBatch, _ receipt: UploadReceipt,
    _ server: String
  ) {
    if reply.status == 403, answer?.problem?.isNotOwner == true {
      self = Self.notOwner(receipt, server, why: answer?.problem?.finding?.why)
    } else if let rejected = answer?.rejected.first, reply.status < 429 {
      self = Self.refused(rejected, batch, receipt, server)
    } else if reply.status == 200, answer?.stream(of: source) != nil {
      self = .goesOn(receipt)
    } else if reply.status == 413 {
      self = .isTooLarge
    } else {
      self = .waits(Self.trouble(reply, answer, server), reply.retryAfter)
    }
  }

  private static func refused(
    _ rejected: UploadReply.Rejected, _ batch: UploadBatch, _ receipt: UploadReceipt, _ server: String
  ) -> Self {
    var receipt = receipt
    let words = rejected.finding
    switch rejected.reason {
    case .gap: return .goesOn(receipt)
    case .forked: return .isOver(.forked(server, why: words.why))
    case .forgotten: return .isOver(.forgotten(server, why: words.why))
    case .notOwner: return notOwner(receipt, server, why: words.why)
    case .badLine(let code):
      let revision = batch.revision(ofLine: rejected.line)
      if let revision { receipt.skip(revision) }
      let finding = Diagnostic(
        UploadCode.lineRefused, .warning,
        what: "The server refused the event at revision \(revision ?? 0): `\(code ?? "")`.", file: server,
        why: "\(words.what) \(words.why)", fix: "nothing: what follows is sent all the same")
      return revision == nil ? .waits(finding, nil) : .skips(receipt, finding)
    }
  }

  /// The server does not know the token, or wants to see the first line.
  private static func notOwner(_ receipt: UploadReceipt, _ server: String, why: String?) -> Self {
    // A batch without a token begins with the first line that the server may have.
    if receipt.token == nil { return .isOver(.forked(server, why: why ?? "its first event is another one")) }
    var receipt = receipt
    receipt.token = nil
    return .goesOn(receipt)
  }

  private static func trouble(_ reply: HTTPReply, _ answer: UploadReply?, _ server: String) -> Diagnostic {
    let code: UploadCode =
      switch reply.status {
      case 408, 429, 500...: .serverWaits
      default: answer == nil ? .notAServer : .uploadRefused
      }
    let words = answer?.problem?.finding
    return Diagnostic(
      code, .error, what: "The server answers with status \(reply.status).", file: server,
      why: words.map { "\($0.what) \($0.why)" } ?? "events are acknowledged with status 200 or 207 and their heads",
      fix: words?.fix ?? "check the address; the events are kept and sent later")
  }
}

extension UploadReply {
  /// The words for what a server leaves out.
  private static let unsaid = Finding(
    "The server refused a line.", why: "it does not say why", fix: "ask its operator")

  /// Reads the body of an answer to the lines of one stream; nil where it says nothing about them.
  init?(_ body: [UInt8], about source: ExactString) {
    self.init(body, unsaid: Self.unsaid)
    if problem == nil, rejected.isEmpty, stream(of: source) == nil { return nil }
  }
}

/// The progress of an upload.
public struct UploadStatus: Hashable, Sendable {
  /// The next step of an upload.
  public enum Standing: Hashable, Sendable {
    /// The server has everything.
    case complete
    /// The app's policy does not allow it now.
    case notAllowed
    /// The server could not take more, and is asked again at this time of the device.
    case waiting(until: Timestamp)
    /// The server takes nothing of this installation any more. It has this name from the next launch on.
    case renamed(ExactString)
    /// The ledger, or the file with the receipts, cannot be used.
    case failed
  }

  /// The next step.
  public internal(set) var standing: Standing
  /// The revision up to which the server has every event that it could take.
  public internal(set) var acknowledged: Int
  /// The number of events that this call sent and the server acknowledged.
  public internal(set) var sent = 0
  /// The problems, in the order in which they occurred.
  public internal(set) var findings: [Diagnostic] = []

  /// This status combined with an earlier one; unchanged for nil.
  package func following(_ earlier: UploadStatus?) -> UploadStatus {
    guard let earlier else { return self }
    var both = self
    both.sent += earlier.sent
    both.findings = earlier.findings + findings
    return both
  }
}

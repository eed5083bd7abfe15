import Herald
import HeraldFetch

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
  ///   - receipt: the receipt, with the head that the server has now.
  ///   - server: its address.
  init(_ reply: HTTPReply, _ answer: UploadAnswer?, _ batch: UploadBatch, _ receipt: UploadReceipt, _ server: String) {
    if reply.status == 403, answer?.problem == "notOwner" {
      self = Self.notOwner(batch, receipt, server, why: answer?.words?.why)
    } else if let rejected = answer?.rejected, reply.status < 429 {
      self = Self.refused(rejected, batch, receipt, server)
    } else if reply.status == 200, answer?.stream != nil {
      self = .goesOn(receipt)
    } else if reply.status == 413 {
      self = .isTooLarge
    } else {
      self = .waits(Self.trouble(reply, answer, server), reply.retryAfter)
    }
  }

  private static func refused(
    _ rejected: UploadAnswer.Rejected, _ batch: UploadBatch, _ receipt: UploadReceipt, _ server: String
  ) -> Self {
    var receipt = receipt
    switch rejected.reason {
    case "gap": return .goesOn(receipt)
    case "forked": return .isOver(.forked(server, why: rejected.why))
    case "installationForgotten": return .isOver(.forgotten(server, why: rejected.why))
    case "notOwner": return notOwner(batch, receipt, server, why: rejected.why)
    default:
      let revision = batch.revision(ofLine: rejected.line)
      if let revision { receipt.skipped.append(revision) }
      let finding = Diagnostic(
        UploadCode.lineRefused, .warning,
        what: "The server refused the event at revision \(revision ?? 0): `\(rejected.reason)`.", file: server,
        why: "\(rejected.what) \(rejected.why)", fix: "nothing: what follows is sent all the same")
      // The proof is a line that the server has; where it refuses that, nothing can be sent.
      return revision == nil ? .waits(finding, nil) : .skips(receipt, finding)
    }
  }

  /// The server does not know the token, or wants to see the first line.
  private static func notOwner(
    _ batch: UploadBatch, _ receipt: UploadReceipt, _ server: String, why: String?
  ) -> Self {
    // The proof that a batch begins with counts only where no token is sent along.
    if receipt.token == nil, batch.isProof || batch.sent.first?.revision == 1 {
      return .isOver(.forked(server, why: why ?? "its first event is another one"))
    }
    var receipt = receipt
    receipt.token = nil
    return .goesOn(receipt)
  }

  private static func trouble(_ reply: HTTPReply, _ answer: UploadAnswer?, _ server: String) -> Diagnostic {
    let code: UploadCode =
      switch reply.status {
      case 408, 429, 500...: .serverWaits
      default: answer == nil ? .notAServer : .uploadRefused
      }
    let words = answer?.words
    return Diagnostic(
      code, .error, what: "The server answers with status \(reply.status).", file: server,
      why: words.map { "\($0.what) \($0.why)" } ?? "events are acknowledged with status 200 or 207 and their heads",
      fix: words?.fix ?? "check the address; the events are kept and sent later")
  }
}

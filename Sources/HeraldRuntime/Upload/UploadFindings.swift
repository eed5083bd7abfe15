import Herald
import HeraldFetch

/// The findings that an upload reports.
extension Diagnostic {
  static func unreachable(_ failure: FetchFailure, _ server: String) -> Diagnostic {
    Diagnostic(
      UploadCode.serverUnreachable, .error, what: "The events could not be sent.", file: server,
      why: "\(failure.diagnostic.what) \(failure.diagnostic.why)",
      fix: "\(failure.diagnostic.fix); they are kept, and sent later")
  }

  static func noProgress(_ server: String) -> Diagnostic {
    Diagnostic(
      UploadCode.notAServer, .error, what: "The server takes no event, and does not say why.", file: server,
      why: "it answered \(Uploader.fruitlessAtMost) times, and the stream did not become longer there",
      fix: "check the server; the events are kept and sent later")
  }

  static func tooLarge(_ revision: Int, _ server: String) -> Diagnostic {
    Diagnostic(
      UploadCode.lineRefused, .warning, what: "The event at revision \(revision) is larger than the server takes.",
      file: server, why: "it was sent alone, and refused with status 413",
      fix: "nothing: what follows is sent all the same")
  }

  static func forked(_ server: String, why: String) -> Diagnostic {
    renamed(.streamForked, server, "The server has other events of this installation.", why: why)
  }

  static func forgotten(_ server: String, why: String) -> Diagnostic {
    renamed(.streamForgotten, server, "The server was asked to forget this installation.", why: why)
  }

  static func lost(_ server: String) -> Diagnostic {
    renamed(
      .streamLost, server, "The server lacks events that the device has no more.",
      why: "what it needs next lies before the first event in the ledger")
  }

  static func ahead(of source: ExactString, at server: String) -> Diagnostic {
    renamed(
      .streamForked, server, "The server has later events of `\(source)` than this device.",
      why: "another device uses the name too, or this one was restored from a backup")
  }

  private static func renamed(_ code: UploadCode, _ server: String, _ what: String, why: String) -> Diagnostic {
    Diagnostic(
      code, .warning, what: what, file: server, why: why,
      fix: "nothing: the installation has a new name from the next launch on")
  }

  static func contradicted(_ contradiction: Contradiction) -> Diagnostic {
    let isShorter = contradiction.head < contradiction.ownHead
    return Diagnostic(
      UploadCode.serverContradicts, .warning, what: "The server does not have what it acknowledged.",
      file: contradiction.server,
      why: isShorter
        ? "it acknowledged revision \(contradiction.ownHead), and says that the stream ends at \(contradiction.head)"
        : "at revision \(contradiction.ownHead) its chain is another one than that over the lines that were sent",
      fix: "tell its operator; the event `\(Contradiction.type)` is the evidence")
  }
}

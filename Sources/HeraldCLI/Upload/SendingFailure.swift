import Herald
import HeraldFetch
import HeraldWire

/// An error after which nothing more is sent.
struct SendingFailure: DiagnosticError {
  let diagnostics: [Diagnostic]

  private init(_ code: SendingCode, _ server: String, _ what: String, why: String, fix: String) {
    diagnostics = [Diagnostic(code, .error, what: what, file: server, why: why, fix: fix)]
  }

  static func unreachable(_ failure: FetchFailure, _ server: String) -> Self {
    Self(
      .serverUnreachable, server, "The events could not be sent.",
      why: "\(failure.diagnostic.what) \(failure.diagnostic.why)",
      fix: "\(failure.diagnostic.fix), and send again; what was stored stays")
  }

  /// - Parameter tries: the number of times that the server was asked.
  static func waits(_ reply: HTTPReply, _ answer: UploadReply?, _ server: String, tries: Int) -> Self {
    Self(
      .serverWaits, server, "The server takes nothing now: it answers with status \(reply.status).",
      why: said(answer, otherwise: "it does not say why") + ", and was asked \(tries == 1 ? "once" : "\(tries) times")",
      fix: "send again later; what was stored stays")
  }

  static func refused(_ reply: HTTPReply, _ answer: UploadReply?, _ server: String) -> Self {
    Self(
      answer == nil ? .notAServer : .uploadRefused, server, "The server answers with status \(reply.status).",
      why: said(answer, otherwise: "events are acknowledged with status 200 or 207 and where their streams end"),
      fix: answer?.problem?.finding?.fix ?? "check the address")
  }

  static func isSilent(_ server: String) -> Self {
    Self(
      .notAServer, server, "The server does not say what became of all lines.",
      why: "it neither counts them nor refuses them", fix: "check the address, and which Herald the server has")
  }

  static func isAppKey(_ server: String) -> Self {
    Self(
      .uploadRefused, server, "The token cannot send the events of others.",
      why: "it is an app key, with which a phone sends its own", fix: "make one with `herald token new --role import`")
  }

  private static func said(_ answer: UploadReply?, otherwise: String) -> String {
    (answer?.problem?.finding).map { "\($0.what) \($0.why)" } ?? otherwise
  }
}

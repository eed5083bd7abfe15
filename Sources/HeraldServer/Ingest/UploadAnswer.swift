import HTTPTypes
import Herald
import HeraldLog
import Hummingbird
import NIOCore

/// The answer to a request that brought events: where each stream ends now, and what was refused.
struct UploadAnswer {
  let outcome: BatchOutcome
  /// The tokens of the streams whose first line was shown.
  let tokens: [ExactString: String]

  /// The answer: status 200 if no line was refused, 207 if some lines were refused. If nothing was taken, it is a
  /// problem document with the status of the first reason.
  func response() -> Response {
    guard let first = outcome.refused.first else { return json(.ok) }
    let isTaken = outcome.streams.contains { $0.stored + $0.duplicates > 0 }
    return isTaken ? json(HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")) : problem(first)
  }

  private func json(_ status: HTTPResponse.Status) -> Response {
    var output = JSONWriter()
    output.object(write)
    output.raw("\n")
    return .json(output.bytes, status: status)
  }

  private func problem(_ refused: BatchOutcome.Refused) -> Response {
    let code = refused.kind.code
    var problem = Problem(code, refused.finding.what, at: refused.place, why: refused.finding.why, fix: refused.fix)
    let answer = self
    problem.more = { answer.write(into: &$0) }
    return Response(
      status: problem.status, headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.json)))
  }

  private func write(into output: inout JSONWriter) {
    // The end of a stream is not shown to somebody who does not own it.
    let owned = outcome.refused.first?.kind == .notOwner ? [] : outcome.streams
    output.member("streams", owned) { output, stream in
      output.object {
        $0.member("source", stream.source)
        $0.member("head", stream.head?.revision ?? 0)
        $0.member("chain", stream.head?.chain)
        $0.member("stored", stream.stored)
        $0.member("duplicates", stream.duplicates)
        if stream.isRechained { $0.member("rechained", true) }
        if stream.waiting > 0 { $0.member("waiting", stream.waiting) }
        if let token = tokens[stream.source] { $0.member("token", token) }
      }
    }
    output.member("rejected", outcome.refused) { $1.write(into: &$0) }
  }
}

extension BatchOutcome.Kind {
  /// The problem that an answer with nothing but this names.
  var code: ServerCode {
    switch self {
    case .bad: .badLines
    case .gap: .gap
    case .forked: .forked
    case .forgotten: .installationForgotten
    case .notOwner: .notOwner
    }
  }
}

extension BatchOutcome.Refused {
  /// The line, and the column where it is known.
  var place: String { finding.location.isEmpty ? "line \(line)" : finding.location }

  /// The sender's remedy; for a line that is bad for good, its author's.
  var fix: String { kind == .bad ? finding.fix : kind.code.explanation.fix }

  /// The word for the reason, by which the sender distinguishes the cases. For a bad line it is the finding's code.
  var reason: String { kind == .bad ? finding.code.name : kind.code.name }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("line", line)
      $0.member("column", finding.place?.column ?? 1)
      $0.member("source", source)
      $0.member("revision", revision)
      $0.member("reason", reason)
      switch kind {
      case .gap(let expected): $0.member("expected", expected)
      case .forked(let stored, let sent):
        $0.member("digests") {
          $0.object {
            $0.member("stored", stored)
            $0.member("sent", sent)
          }
        }
      case .bad, .forgotten, .notOwner: break
      }
      $0.member("what", finding.what)
      $0.member("why", finding.why)
      $0.member("fix", fix)
    }
  }
}

extension Response {
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

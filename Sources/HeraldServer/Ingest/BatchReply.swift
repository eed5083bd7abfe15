import HTTPTypes
import Herald
import HeraldLog
import HeraldWire
import Hummingbird
import NIOCore

/// The answer to a request that brought events.
extension BatchOutcome {
  /// The answer: status 200 if no line was refused, 207 if some lines were refused. If nothing was taken, it is a
  /// problem document with the status of the first reason.
  ///
  /// - Parameter tokens: the tokens of the streams whose first line was shown.
  func response(_ tokens: [ExactString: String]) -> Response {
    var reply = reply(tokens)
    guard let first = refused.first else { return .json(reply.json) }
    if streams.contains(where: { $0.stored + $0.duplicates > 0 }) {
      return .json(reply.json, status: HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status"))
    }
    let problem = Problem(first.kind.code, first.words, at: first.place)
    reply.problem = problem.document
    return .problem(reply.json, problem.status)
  }

  private func reply(_ tokens: [ExactString: String]) -> UploadReply {
    UploadReply(
      streams: streams.filter { !$0.isForeign }.map { stream in
        var reply = UploadReply.Stream(
          source: stream.source, head: stream.head?.revision ?? 0, chain: stream.head?.chain)
        (reply.stored, reply.duplicates, reply.waiting) = (stream.stored, stream.duplicates, stream.waiting)
        reply.isRechained = stream.isRechained
        reply.token = tokens[stream.source]
        return reply
      }, rejected: refused.map(\.reply))
  }
}

extension UploadReply {
  /// The body's bytes.
  fileprivate var json: [UInt8] {
    var output = JSONWriter()
    output.object(write)
    output.raw("\n")
    return output.bytes
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
  fileprivate var place: String { finding.location.isEmpty ? "line \(line)" : finding.location }

  /// The words of the fault with the sender's remedy; for a line that is bad for good, its author's.
  fileprivate var words: Finding {
    var words = finding.words
    if kind != .bad { words.fix = kind.code.explanation.fix }
    return words
  }

  /// The reason, as the sender reads it.
  var reason: UploadReply.Reason {
    switch kind {
    case .bad: .badLine(code: finding.code.name)
    case .gap(let expected): .gap(expected: expected)
    case .forked(let stored, let sent): .forked(UploadReply.Digests(stored: stored, sent: sent))
    case .forgotten: .forgotten
    case .notOwner: .notOwner
    }
  }

  fileprivate var reply: UploadReply.Rejected {
    var reply = UploadReply.Rejected(line: line, reason, words)
    reply.column = finding.place?.column ?? 1
    (reply.source, reply.revision) = (source, revision)
    return reply
  }
}

extension Response {
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A problem document.
  static func problem(_ bytes: [UInt8], _ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

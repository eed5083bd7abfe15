import Herald
import HeraldFetch

/// A server's answer to lines: the stream's end there, and the line that it refused.
struct UploadAnswer {
  /// The end of a stream on the server.
  struct Stream {
    /// The last revision; 0 where the server has no event of it.
    let head: Int
    /// The chain's value there, in 64 hex digits; nil where the server has no event of it.
    let chain: String?
    /// The proof that the stream is the phone's own; nil where it did not show the first line.
    let token: String?
    /// True if the server chained other lines than the phone's: it stores users under pseudonyms, and the lines have no
    /// salt that protects the phone's digests.
    let isRechained: Bool
  }

  /// A line that the server refused.
  struct Rejected {
    /// Its number in the request, from 1.
    let line: Int
    /// The word for the reason, such as `gap`.
    let reason: String
    /// The revision to go on from after a gap; nil for another reason.
    let expected: Int?
    let what: String
    let why: String
    let fix: String
  }

  /// Nil where the answer says nothing about the stream.
  let stream: Stream?
  let rejected: Rejected?
  /// The last part of a problem's type, such as `wrongToken`; nil without a problem.
  let problem: String?
  /// The problem in words: what is wrong, why, and the fix.
  let words: (what: String, why: String, fix: String)?

  /// Reads the body of an answer to the lines of one stream; nil where another program than Herald answered.
  init?(_ reply: HTTPReply, of source: ExactString) {
    guard let text = String(validating: reply.body, as: UTF8.self),
      let root = try? JSONNode.read(text).node, root.members != nil
    else { return nil }
    let own = root[name: "streams"]?.elements.first { $0[name: "source"]?.exact == source }
    stream = own.map { node in
      Stream(
        head: node[name: "head"]?.integer ?? 0, chain: node[name: "chain"]?.string, token: node[name: "token"]?.string,
        isRechained: node[name: "rechained"]?.isTrue ?? false)
    }
    let refused = root[name: "rejected"]?.elements.first
    rejected = refused.map { node in
      Rejected(
        line: node[name: "line"]?.integer ?? 0, reason: node[name: "reason"]?.string ?? "",
        expected: node[name: "expected"]?.integer, what: node[name: "what"]?.string ?? "The server refused a line.",
        why: node[name: "why"]?.string ?? "it does not say why", fix: node[name: "fix"]?.string ?? "ask its operator")
    }
    problem = root[name: "type"]?.string.flatMap { $0.split(separator: ":").last.map(String.init) }
    words = root[name: "detail"]?.string.map {
      ($0, root[name: "why"]?.string ?? "it does not say why", root[name: "fix"]?.string ?? "ask its operator")
    }
    if stream == nil, refused == nil, problem == nil { return nil }
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }

  fileprivate var isTrue: Bool { if case .bool(true) = value { true } else { false } }

  fileprivate var integer: Int? { if case .number(let text) = value { Int(text) } else { nil } }

  fileprivate var exact: ExactString? { string.map { ExactString($0) } }
}

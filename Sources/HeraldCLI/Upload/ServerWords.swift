import Herald
import HeraldFetch

/// The answer of a server to lines of several installations.
struct ServerWords {
  /// A line that it refused.
  struct Refused {
    /// The line's number in the body, from 1.
    let line: Int
    let column: Int
    /// The installation; nil if the line does not name it.
    let source: ExactString?
    /// The revision that the line names; nil for none.
    let revision: Int?
    /// The word for the reason, such as `gap`.
    let reason: String
    let what: String
    let why: String
    let fix: String
  }

  /// The number of events that it stored, and the number of events that it had already.
  let stored: Int
  let duplicates: Int
  let refused: [Refused]
  /// The last part of a problem's type, such as `wrongToken`; nil without a problem.
  let problem: String?
  /// A problem in words: the fault, its cause and its remedy; nil without a problem.
  let words: (what: String, why: String, fix: String)?

  /// Reads the body of an answer; nil where another program than Herald answered.
  init?(_ reply: HTTPReply) {
    guard let text = String(validating: reply.body, as: UTF8.self), let root = try? JSONNode.read(text).node,
      root.members != nil
    else { return nil }
    let streams = root[name: "streams"]?.elements
    stored = streams?.reduce(0) { $0 + ($1[name: "stored"]?.integer ?? 0) } ?? 0
    duplicates = streams?.reduce(0) { $0 + ($1[name: "duplicates"]?.integer ?? 0) } ?? 0
    refused = root[name: "rejected"]?.elements.map(Refused.init) ?? []
    problem = root[name: "type"]?.string.flatMap { $0.split(separator: ":").last.map(String.init) }
    words = root[name: "detail"]?.string.map { ($0, root.words("why"), root.words("fix")) }
    if streams == nil, problem == nil { return nil }
  }
}

extension ServerWords.Refused {
  fileprivate init(_ node: JSONNode) {
    line = node[name: "line"]?.integer ?? 0
    column = max(1, node[name: "column"]?.integer ?? 1)
    source = node[name: "source"]?.string.map { ExactString($0) }
    revision = node[name: "revision"]?.integer
    reason = node[name: "reason"]?.string ?? "unknown"
    (what, why, fix) = (node.words("what"), node.words("why"), node.words("fix"))
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }

  fileprivate var integer: Int? { if case .number(let text) = value { Int(text) } else { nil } }

  /// A text of a member for a person. Another server, or a proxy, may leave it out.
  fileprivate func words(_ name: String) -> String { self[name: name]?.string ?? "the server does not say" }
}

package import Herald

/// The server's answer to events: where each stream ends now, and which lines were refused.
///
/// ```swift
/// if let reply = UploadReply(body, unsaid: unsaid), let stream = reply.stream(of: source) {
///   print("The server has \(stream.head) events.")
/// }
/// ```
package struct UploadReply: Hashable, Sendable {
  /// The problem, where nothing was taken; otherwise nil.
  package var problem: ProblemDocument?
  /// The streams that the sender may know of; nil in an answer that does not come from the storing of events.
  package var streams: [Stream]?
  /// The refused lines, in order: at most one of a stream, and all whose stream is not known.
  package var rejected: [Rejected]

  package init(problem: ProblemDocument? = nil, streams: [Stream]?, rejected: [Rejected] = []) {
    self.problem = problem
    self.streams = streams
    self.rejected = rejected
  }

  /// The end of a stream; nil where the answer does not name the stream.
  package func stream(of source: ExactString) -> Stream? { streams?.first { $0.source == source } }
}

extension UploadReply {
  /// Reads the body of an answer; nil where another program than Herald answered: it is not JSON, or neither lists
  /// streams nor names a problem.
  ///
  /// - Parameter unsaid: the words for what the answer leaves out, as another program may.
  package init?(_ body: [UInt8], unsaid: Finding) {
    guard let text = String(validating: body, as: UTF8.self), let root = try? JSONNode.read(text).node else {
      return nil
    }
    let streams = root[name: "streams"]?.array
    let problem = ProblemDocument(root, unsaid: unsaid)
    if streams == nil, problem == nil { return nil }
    self.init(
      problem: problem, streams: streams.map { $0.compactMap { Stream($0) } },
      rejected: (root[name: "rejected"]?.array ?? []).map { Rejected($0, unsaid: unsaid) })
  }

  /// Appends the members.
  package func write(into output: inout JSONWriter) {
    problem?.write(into: &output)
    guard let streams else { return }
    output.member("streams", streams) { output, stream in output.object(stream.write) }
    output.member("rejected", rejected) { output, rejected in output.object(rejected.write) }
  }
}

extension UploadReply {
  /// The end of a stream on the server, and what became of the lines that were sent.
  package struct Stream: Hashable, Sendable {
    /// The installation.
    package var source: ExactString
    /// The last revision; 0 where the server has no event of it.
    package var head: Int
    /// The chain's value there, in 64 hex digits; nil where the server has no event of it.
    package var chain: String?
    /// The number of events that were stored.
    package var stored = 0
    /// The number of events that the server had already.
    package var duplicates = 0
    /// True if the server chained other lines than the sender's: it stores users under pseudonyms, and the lines have
    /// no salt that protects the sender's digests.
    package var isRechained = false
    /// The number of lines behind a refused one, which were not looked at.
    package var waiting = 0
    /// The proof that the stream is the sender's own; nil where it did not show the first line.
    package var token: String?

    package init(source: ExactString, head: Int, chain: String?) {
      self.source = source
      self.head = head
      self.chain = chain
    }

    /// Reads an element; nil where it names no installation.
    init?(_ object: JSONNode) {
      guard let source = object[name: "source"]?.string else { return nil }
      self.init(
        source: ExactString(source), head: object[name: "head"]?.wholeNumber ?? 0, chain: object[name: "chain"]?.string)
      stored = object[name: "stored"]?.wholeNumber ?? 0
      duplicates = object[name: "duplicates"]?.wholeNumber ?? 0
      isRechained = object[name: "rechained"]?.isTrue ?? false
      waiting = object[name: "waiting"]?.wholeNumber ?? 0
      token = object[name: "token"]?.string
    }

    /// Appends the members.
    func write(into output: inout JSONWriter) {
      output.member("source", source)
      output.member("head", head)
      output.member("chain", chain)
      output.member("stored", stored)
      output.member("duplicates", duplicates)
      if isRechained { output.member("rechained", true) }
      if waiting > 0 { output.member("waiting", waiting) }
      if let token { output.member("token", token) }
    }
  }
}

extension UploadReply {
  /// A line that the server refused.
  package struct Rejected: Hashable, Sendable {
    /// The line's number in the request, from 1.
    package var line: Int
    /// The column of the fault, from 1.
    package var column = 1
    /// The installation; nil where the line does not name it.
    package var source: ExactString?
    /// The revision that the line names; nil for none.
    package var revision: Int?
    package var reason: Reason
    package var finding: Finding

    package init(line: Int, _ reason: Reason, _ finding: Finding) {
      self.line = line
      self.reason = reason
      self.finding = finding
    }

    /// Reads an element.
    init(_ object: JSONNode, unsaid: Finding) {
      self.init(line: object[name: "line"]?.wholeNumber ?? 0, Reason(object), Finding(object, unsaid: unsaid))
      column = max(1, object[name: "column"]?.wholeNumber ?? 1)
      source = object[name: "source"]?.string.map { ExactString($0) }
      revision = object[name: "revision"]?.wholeNumber
    }

    /// Appends the members.
    func write(into output: inout JSONWriter) {
      output.member("line", line)
      output.member("column", column)
      output.member("source", source)
      output.member("revision", revision)
      reason.write(into: &output)
      finding.write(into: &output)
    }
  }

  /// Reasons for a refusal, by what the sender can do about them.
  package enum Reason: Hashable, Sendable {
    /// The line is bad for good: the sender goes on behind it.
    ///
    /// - Parameter code: the code of the fault; nil where another program left it out.
    case badLine(code: String?)
    /// Events before the line are missing.
    ///
    /// - Parameter expected: the revision to go on from; nil where another program left it out.
    case gap(expected: Int?)
    /// The stream has another event there: the sender begins a new stream.
    case forked(Digests?)
    /// The installation was forgotten: the sender begins a new stream.
    case forgotten
    /// The stream has events already, and the sender did not show that it is its own.
    case notOwner
  }

  /// The SHA-256 digests of two lines that claim the same place.
  package struct Digests: Hashable, Sendable {
    package var stored: String
    package var sent: String

    package init(stored: String, sent: String) {
      self.stored = stored
      self.sent = sent
    }
  }
}

extension UploadReply.Reason {
  /// The reason's code in the answer (`gap`, `forked`, …); nil where the server sent none.
  package var name: String? {
    switch self {
    case .badLine(let code): code
    case .gap: "gap"
    case .forked: "forked"
    case .forgotten: "installationForgotten"
    case .notOwner: "notOwner"
    }
  }

  fileprivate init(_ object: JSONNode) {
    let digests = object[name: "digests"]
    let name = object[name: "reason"]?.string
    let known: [Self] = [
      .gap(expected: object[name: "expected"]?.wholeNumber),
      .forked(
        digests?[name: "stored"]?.string.flatMap { stored in
          digests?[name: "sent"]?.string.map { UploadReply.Digests(stored: stored, sent: $0) }
        }), .forgotten, .notOwner,
    ]
    self = known.first { $0.name == name } ?? .badLine(code: name)
  }

  fileprivate func write(into output: inout JSONWriter) {
    if let name { output.member("reason", name) }
    switch self {
    case .gap(let expected?): output.member("expected", expected)
    case .forked(let digests?):
      output.member("digests") {
        $0.object {
          $0.member("stored", digests.stored)
          $0.member("sent", digests.sent)
        }
      }
    case .gap(nil), .forked(nil), .badLine, .forgotten, .notOwner: break
    }
  }
}

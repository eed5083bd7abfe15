package import Herald
package import HeraldLog

/// Heads of streams that were kept outside the ledger.
package enum KnownHeads {
  /// Reads lines of heads: objects with `source`, `revision` and `chain`, as `herald export --heads` and
  /// `herald import` print them, one a line, alone or in a list `heads`.
  ///
  /// - Parameter name: the lines as the person names them.
  /// - Throws: `LogFileError`.
  package static func heads(inLines bytes: [UInt8], of name: String) throws -> [StreamHead] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return try lines.enumerated().flatMap { number, line in
      line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        ? [] : try heads(in: String(decoding: line, as: UTF8.self), of: name, line: number + 1)
    }
  }

  /// Reads one such object.
  ///
  /// - Parameter line: its line, from 1.
  /// - Throws: `LogFileError`.
  package static func heads(in text: String, of name: String, line: Int = 1) throws -> [StreamHead] {
    guard let root = try? JSONNode.read(text).node else { throw noHead(name, line) }
    var nodes = [root]
    if case .array(let list)? = root[name: "heads"]?.value { nodes = list }
    return try nodes.map { node in
      guard let head = head(node) else { throw noHead(name, line) }
      return head
    }
  }

  private static func head(_ node: JSONNode) -> StreamHead? {
    guard let source = node[name: "source"]?.string, let chain = node[name: "chain"]?.string, chain.utf8.count == 64,
      case .number(let text)? = node[name: "revision"]?.value, let revision = Int(text), revision > 0
    else { return nil }
    return StreamHead(source: ExactString(source), revision: revision, chain: chain.lowercased())
  }

  private static func noHead(_ name: String, _ line: Int) -> LogFileError {
    LogFileError(
      HeadCode.noHead, what: "Line \(line) of `\(name)` is not a head.", file: name,
      why: "a head is {\"source\":…,\"revision\":…,\"chain\":\"64 hex digits\"}",
      fix: "give what `herald export LEDGER --heads` printed")
  }
}

/// The reasons why a head cannot be compared with a ledger's chain.
package enum HeadCode: String, ExplainedCode {
  case noChain, noHead

  package static let kind = "trouble with a ledger"

  package var explanation: CodeExplanation {
    switch self {
    case .noChain:
      CodeExplanation(
        "A head was given, and the log has no chain.",
        when: "Only a ledger carries one.",
        fix: "Audit the ledger.")
    case .noHead:
      CodeExplanation(
        "A line is not a head.",
        when: "It lacks `source`, `revision` or a `chain` of 64 hex digits.",
        fix: "Give what `herald export LEDGER --heads` printed.")
    }
  }
}

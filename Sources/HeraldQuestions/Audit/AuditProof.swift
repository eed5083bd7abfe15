package import Herald
package import HeraldLog

/// The proof that a log was not changed after it was written, as far as an audit finds one.
struct AuditProof {
  /// The proof of each ledger; none for plain logs.
  let ledgers: [LedgerProof]
  let comparedHeads: Int
  /// The evidence in the lines of plain logs; nil where all logs are ledgers.
  let lines: LogEvidence?
  /// True for a plain log that was imported for the audit alone.
  var isImported = false

  /// True if nothing shows that a log was changed.
  var isSound: Bool { ledgers.allSatisfy(\.isSound) }

  /// Describes the evidence in the lines of plain logs; empty for ledgers.
  ///
  /// - Parameter repeated: the number of lines that repeat an earlier one.
  func lineWords(repeated: Int) -> [String] {
    guard let lines else { return [] }
    var words: [String] = []
    if lines.numbered > 0 {
      let whose = lines.unnumbered == 0 ? "" : " of \(lines.numbered.of("installation", "installations"))"
      words.append(
        lines.gaps == 0
          ? "no revision\(whose) is missing between the first and the last"
          : "revisions\(whose) are missing in \(lines.gaps.of("place", "places"))")
    }
    if lines.unnumbered > 0 {
      words.append(
        "\(lines.unnumbered.of("installation", "installations")) without revisions: a missing line would not show")
    }
    words.append(
      "no two events share an id" + (repeated == 0 ? "" : "; \(repeated.of("line repeats", "lines repeat")) an event"))
    if lines.documents > 0 {
      words.append("\(lines.documents.of("document matches its digest", "documents match their digests"))")
    }
    if lines.leftOut > 0 { words.append("\(lines.leftOut.of("bad line was", "bad lines were")) left out") }
    return words
  }

  /// Sentences on what the audit cannot prove with its input.
  var limits: [String] {
    var limits: [String] = []
    if lines != nil {
      limits.append(
        "a plain log has no hash chain, so edits and lines missing at its end cannot be detected; a ledger detects them "
          + "from the import on: `herald import LOG --ledger FILE`; heads that were kept elsewhere prove the log itself: "
          + "`herald audit LOG --head HEADS`")
    }
    if ledgers.isEmpty { return limits }
    if isImported {
      limits.append(
        "the log has no chain of its own and was imported for this audit: only events up to a head that agrees are proved"
      )
    }
    let guessable = ledgers.map(\.chain).filter { $0.replaced + $0.forgotten > 0 }.reduce(0) { $0 + $1.withoutSalt }
    if guessable > 0 {
      limits.append(
        "\(guessable.of("line", "lines")) without a salt: where such a line is replaced, its digest confirms a "
          + "guess at it")
    }
    guard comparedHeads > 0 else {
      return limits + [
        "no head was compared: events cut off at the end of a stream, or a rewritten ledger, cannot be seen; "
          + "keep heads elsewhere (`herald export LEDGER --heads` prints them), and give them with --head"
      ]
    }
    let others = ledgers.reduce(0) { $0 + $1.chain.heads.count } - comparedHeads
    return limits
      + (others > 0
        ? ["\(others.of("stream", "streams")) had no head to compare with: their ends are not vouched for"] : [])
  }

  /// Appends `"chain":…,"derived":…,"replaced":…,"forgotten":…,"withoutSalt":…,"comparedHeads":…,"lines":{…}` to the
  /// summary. The values about ledgers are null without a ledger; `lines` is null where all logs are ledgers.
  func write(into output: inout JSONWriter) {
    output.member("chain", ofLedgers { $0.allSatisfy(\.chain.isIntact) ? "intact" : "broken" })
    output.member("derived", ofLedgers { $0.allSatisfy { $0.difference == nil } ? "equal" : "different" })
    output.member("replaced", sum(\.replaced))
    output.member("forgotten", sum(\.forgotten))
    output.member("withoutSalt", sum(\.withoutSalt))
    output.member("comparedHeads", comparedHeads)
    if isImported { output.member("imported", true) }
    output.member("lines", optional: lines) { output, lines in
      output.object {
        $0.member("numbered", lines.numbered)
        $0.member("unnumbered", lines.unnumbered)
        $0.member("gaps", lines.gaps)
        $0.member("documents", lines.documents)
        $0.member("leftOut", lines.leftOut)
      }
    }
  }

  private func ofLedgers<Value>(_ value: ([LedgerProof]) -> Value) -> Value? {
    ledgers.isEmpty ? nil : value(ledgers)
  }

  private func sum(_ count: KeyPath<ChainReport, Int>) -> Int? {
    ofLedgers { $0.reduce(0) { $0 + $1.chain[keyPath: count] } }
  }
}

/// The proof in a ledger's chain and in its derived tables.
struct LedgerProof {
  let path: String
  /// The recomputed chain.
  let chain: ChainReport
  /// The first row of the ledger's tables that differs from the ledger's lines; nil where all rows are equal.
  let difference: DerivedDifference?

  /// True if nothing shows that the ledger was changed.
  var isSound: Bool { chain.isIntact && difference == nil }
}

/// Heads of streams that were kept outside the ledger.
package enum KnownHeads {
  /// Reads lines of heads: objects with `source`, `revision` and `chain`, as `herald export --heads` prints
  /// them, one a line, alone or in a list `heads`, as `herald import` printed them and segments have them.
  ///
  /// - Parameter name: the lines as the person names them.
  /// - Throws: `LogFileError`.
  package static func heads(inLines bytes: [UInt8], of name: String) throws -> [StreamHead] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let found = try lines.enumerated().flatMap { number, line in
      line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        ? [] : try heads(in: String(decoding: line, as: UTF8.self), of: name, line: number + 1)
    }
    // A file that was cut to nothing proves nothing.
    guard !found.isEmpty else {
      throw LogFileError(
        HeadCode.noHead, what: "`\(name)` has no head.", file: name, why: "nothing can be compared with it", fix: origin
      )
    }
    return found
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
      why: "a head is \(looks)", fix: origin)
  }

  /// The error of a text that is neither a head nor the path of a file.
  package static func neither(_ text: String) -> LogFileError {
    LogFileError(
      HeadCode.noHead, what: "`\(text)` is not a head, and there is no such file.", file: "--head",
      why: "a head is \(looks)", fix: origin)
  }

  private static let looks = #"a line of JSON such as {"source":"/i/1","revision":9,"chain":"…"}, with 64 hex digits"#
  private static let origin =
    "give a file that `herald export LEDGER --heads` wrote, or one of its lines in quotes; of a log, "
    + "`herald import LOG --ledger LEDGER --heads FILE` writes them"
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
        fix: "Audit the ledger, or one log with `herald audit LOG --head HEADS`, which imports it for that.")
    case .noHead:
      CodeExplanation(
        "A line is not a head.",
        when:
          "It lacks `source`, `revision` or a `chain` of 64 hex digits, or is no line and no file. Or a file has no line.",
        fix: "Give what `herald export LEDGER --heads` or `herald import LOG --ledger LEDGER --heads FILE` wrote.")
    }
  }
}

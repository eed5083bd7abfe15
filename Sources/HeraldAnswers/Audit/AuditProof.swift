import Herald
import HeraldLog

/// What an audit can prove about the log itself: whether it was changed after it was written.
struct AuditProof {
  /// The recomputed chain of a ledger; nil for a plain log.
  let chain: ChainReport?
  /// The first row of a ledger's tables that is not what its lines say; nil where all are, and for a plain log.
  let difference: DerivedDifference?
  let comparedHeads: Int
  /// What a plain log's lines prove; nil for a ledger.
  let lines: LogEvidence?

  /// Whether nothing shows that the log was changed.
  var isSound: Bool { chain?.isIntact != false && difference == nil }

  /// What a plain log's lines prove, in words; empty for a ledger.
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

  /// What the audit cannot prove with its input.
  var limits: [String] {
    guard let chain else {
      return [
        "a plain log has no hash chain, so edits and lines missing at its end cannot be detected; a ledger detects them "
          + "from the import on: `herald import LOG --ledger FILE`"
      ]
    }
    var limits: [String] = []
    if chain.withoutSalt > 0, chain.replaced + chain.forgotten > 0 {
      limits.append(
        "\(chain.withoutSalt.of("line", "lines")) without a salt: where such a line is replaced, its digest confirms a "
          + "guess at it")
    }
    guard comparedHeads > 0 else {
      return limits + [
        "no head was compared: events cut off at the end of a stream, or a rewritten ledger, cannot be seen; "
          + "keep heads elsewhere, and give them with --head"
      ]
    }
    let others = chain.heads.count - comparedHeads
    return limits
      + (others > 0
        ? ["\(others.of("stream", "streams")) had no head to compare with: their ends are not vouched for"] : [])
  }

  /// Appends `"chain":…,"derived":…,"replaced":…,"forgotten":…,"withoutSalt":…,"comparedHeads":…,"lines":{…}` to the summary; what is said of
  /// a ledger is null for a plain log, and `lines` for a ledger.
  func write(into output: inout JSONWriter) {
    output.member("chain", chain.map { $0.isIntact ? "intact" : "broken" })
    output.member("derived", chain.map { _ in difference == nil ? "equal" : "different" })
    output.member("replaced", chain?.replaced)
    output.member("forgotten", chain?.forgotten)
    output.member("withoutSalt", chain?.withoutSalt)
    output.member("comparedHeads", comparedHeads)
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
}

import Herald
import HeraldLog

/// Reports the beginning of an audit, the chain, and its end: the figures, and what the audit cannot prove.
extension AuditReport {
  /// Reports the state of a ledger's chain and of its derived tables.
  func begin(_ proof: LedgerProof) throws {
    try sink.send(json: json(proof), words: words(proof))
  }

  /// True if a line must name its ledger.
  private var hasSeveralLogs: Bool { log.paths.count > 1 }

  private func words(_ proof: LedgerProof) -> String {
    let (chain, difference) = (proof.chain, proof.difference)
    var lines = hasSeveralLogs ? ["\(style.bold("Ledger"))   \(proof.path.shown)"] : []
    lines.append("\(style.bold("Chain"))    " + words(chain))
    let told = chain.toldBreaks
    lines += told.prefix(20).map { "         \(style.red("✗")) \(words($0, in: chain))" }
    if told.count > 20 { lines.append("         and \((told.count - 20).grouped) more") }
    if chain.replaced + chain.forgotten > 0 {
      lines.append(
        "         \(chain.replaced.of("event", "events")) verified, replaced; "
          + "\(chain.forgotten.of("event", "events")) verified, forgotten")
    }
    if let words = chain.comparedWords { lines.append("\(style.bold("Heads"))    \(words)") }
    for head in chain.heads.prefix(10) {
      lines.append(
        "         \(head.source.string.shown) \(style.dim("at revision")) \(head.revision) \(style.dim(head.chain))")
    }
    if chain.heads.count > 10 {
      lines.append(
        style.dim(
          "         and \((chain.heads.count - 10).grouped) more heads: herald export \(proof.path.shellQuoted) --heads"
        ))
    }
    if let journal = chain.journal {
      lines.append(
        "\(style.bold("Journal"))  \(journal.revision.of("entry", "entries")) \(style.dim(journal.chain))")
    }
    lines.append(
      "\(style.bold("Tables"))   "
        + (difference.map {
          "\(style.red("different")) from what the lines say, first in `\($0.table)`: \($0.row.shown)"
        }
          ?? "\(style.green("equal")) to what the lines say"))
    if difference != nil { lines.append("         the prompts below are judged by the lines alone") }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  func end(_ summary: AuditSummary, _ proof: AuditProof) throws {
    try sink.send(json: json(summary, proof), words: words(summary, proof))
  }

  private func words(_ summary: AuditSummary, _ proof: AuditProof) -> String {
    let verdicts = AuditVerdict.allCases.map { "\((summary.verdicts[$0] ?? 0).grouped) \($0.rawValue)" }
    var lines = ["\(style.bold("Prompts"))  \(verdicts.joined(separator: ", "))"]
    let others = [
      (summary.refusedDocuments, "refused document", "refused documents"),
      (summary.strayButtons, "stray button", "stray buttons"), (summary.clockSteps, "clock step", "clock steps"),
      (
        summary.clocksOff.count, "clock more than 400 days off or in an impossible year",
        "clocks more than 400 days off or in an impossible year"
      ),
      (summary.ignoredPushes, "ignored push", "ignored pushes"),
      (summary.unknownEvents, "unknown event", "unknown events"), (summary.duplicates, "duplicate", "duplicates"),
      (
        summary.notComparable,
        "installation whose app version is missing or not a version, so that it is compared with nothing",
        "installations whose app version is missing or not a version, so that it is compared with nothing"
      ),
      (
        summary.beforeAnchor, "prompt whose decision was forgotten, not judged",
        "prompts whose decisions were forgotten, not judged"
      ),
    ].filter { $0.0 > 0 }
    if !others.isEmpty {
      lines.append("\(style.bold("Also"))     \(others.map { $0.0.of($0.1, $0.2) }.joined(separator: ", "))")
    }
    if let budget = summary.budget { lines.append("\(style.bold("Budget"))   \(words(budget))") }
    if let words = summary.trust.words { lines.append("\(style.bold("Trust"))    \(words)") }
    for (index, words) in proof.lineWords(repeated: summary.duplicates).enumerated() {
      lines.append("\(index == 0 ? style.bold("Lines") : "     ")    \(words)")
    }
    lines += proof.limits.map { "\(style.bold("Note"))     \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  private func words(_ budget: AuditSummary.Budget) -> String {
    let right =
      budget.byRight == 0
      ? "" : "; \(budget.byRight.of("showing", "showings")) that nothing holds back went beyond it"
    let unknown =
      budget.unknown == 0
      ? "" : "; \(budget.unknown.of("showing", "showings")) behind missing revisions cannot be judged"
    return budget.exceeded == 0
      ? style.green("kept") + right + unknown
      : style.red("exceeded") + " by \(budget.exceeded.of("showing", "showings")) that it should have held back" + right
        + unknown
  }

  private func words(_ chain: ChainReport) -> String {
    let size = "\(chain.events.of("event", "events")) of \(chain.heads.count.of("installation", "installations"))"
    return chain.isIntact
      ? style.green("intact") + ", \(size), each link recomputed"
      : style.red("broken") + " at \(chain.toldBreaks.count.of("place", "places")), \(size)"
  }

  private func words(_ place: ChainBreak, in chain: ChainReport) -> String {
    let event = "\(place.source.string.shown), revision \(place.revision)"
    let position = place.position.map { ", position \($0)" } ?? ""
    return switch place.kind {
    case .changed:
      "\(event)\(position): this event was altered, or one before it was removed or inserted"
    case .removed: "\(event)\(position): an event before this position was removed from the ledger"
    case .tailMissing: "\(event)\(position): \(chain.tailWords(place))"
    case .otherHead: "\(event)\(position): \(chain.otherHeadWords(place))"
    case .streamMissing: "\(place.source.string.shown): all its events are missing"
    case .notForgotten: "\(event)\(position): something was replaced or cut off here, and the journal does not know it"
    case .journal: "the journal, entry \(place.revision): it was altered, or one before it was removed or inserted"
    case .identity:
      place.position.map { "the journal, entry \($0): it is another ledger's than the first one" }
        ?? "the ledger's identity is another one than that of its journal, \(place.source.string.shown)"
    }
  }

  private func json(_ proof: LedgerProof) -> [UInt8] {
    let (chain, difference) = (proof.chain, proof.difference)
    var output = JSONWriter()
    if hasSeveralLogs {
      output.line {
        $0.member("ledger", proof.path)
        $0.member("chain", chain.isIntact ? "intact" : "broken")
        $0.member("derived", difference == nil ? "equal" : "different")
      }
    }
    for head in chain.heads + [chain.journal].compactMap({ $0 }) {
      output.line { $0.member("head") { $0.head(head) } }
    }
    for heads in chain.comparedHeads { output.line { $0.member("compared") { heads.write(into: &$0) } } }
    for place in chain.breaks {
      output.line {
        $0.member("break") {
          $0.object {
            $0.member("kind", word: place.kind)
            $0.member("source", place.source)
            $0.member("revision", place.revision)
            $0.member("position", place.position)
          }
        }
      }
    }
    if let difference {
      output.line {
        $0.member("derived") {
          $0.object {
            $0.member("table", difference.table)
            $0.member("row", difference.row)
          }
        }
      }
    }
    return output.bytes
  }

  private func json(_ summary: AuditSummary, _ proof: AuditProof) -> [UInt8] {
    var output = JSONWriter()
    output.line { $0.member("summary") { $0.object { write(summary, proof, into: &$0) } } }
    return output.bytes
  }

  private func write(_ summary: AuditSummary, _ proof: AuditProof, into output: inout JSONWriter) {
    output.member("installations", summary.installations)
    for verdict in AuditVerdict.allCases {
      output.member(named: ExactString(verdict.rawValue)) { $0.integer(summary.verdicts[verdict] ?? 0) }
    }
    output.member("refusedDocuments", summary.refusedDocuments)
    output.member("strayButtons", summary.strayButtons)
    output.member("clockSteps", summary.clockSteps)
    output.member("clocksOff", summary.clocksOff.count)
    output.member("ignoredPushes", summary.ignoredPushes)
    output.member("unknownEvents", summary.unknownEvents)
    output.member("duplicates", summary.duplicates)
    output.member("notComparable", summary.notComparable)
    output.member("beforeAnchor", summary.beforeAnchor)
    if let budget = summary.budget {
      output.member("overBudget", budget.exceeded)
      output.member("overBudgetByRight", budget.byRight)
      output.member("overBudgetUnknown", budget.unknown)
    }
    summary.trust.write(into: &output)
    proof.write(into: &output)
  }
}

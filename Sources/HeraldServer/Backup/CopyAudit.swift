import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

/// The audit of a ledger, or of a copy of one: it must have exactly what was written to it.
struct CopyAudit {
  let ledger: String
  /// The ledger as errors name it.
  let name: String
  /// The code of an error, which says whose fault it is.
  let code: CopyCode

  /// Recomputes the chain, and derives the tables again.
  ///
  /// - Parameter heads: heads that were kept elsewhere; nil for none. Every stream of the ledger needs one then.
  /// - Returns: the report, which has no breaks.
  /// - Throws: ``ServerError`` where something differs; `LedgerError`.
  func run(against heads: [StreamHead]? = nil, progress: @escaping (Double) -> Void) throws -> ChainReport {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    let report = try reader.auditChain(against: heads ?? []) { progress($0 / 2) }
    guard let first = report.breaks.first else {
      if let heads { try compareNumbers(report, heads) }
      if let difference = try reader.auditDerived(progress: { progress(0.5 + $0 / 2) }) {
        throw changed("the table `\(difference.table)` differs from what the lines say: \(difference.row)")
      }
      return report
    }
    throw changed(
      "\(report.breaks.count == 1 ? "one place differs" : "\(report.breaks.count) places differ"), the first is "
        + "\(first.kind.rawValue) at revision \(first.revision) of `\(first.source)`")
  }

  /// Streams without a head have come in after the heads were written.
  private func compareNumbers(_ report: ChainReport, _ heads: [StreamHead]) throws {
    let known = Set(heads.map(\.source))
    if let foreign = report.heads.first(where: { !known.contains($0.source) }) {
      throw changed("no head was kept of `\(foreign.source)`")
    }
  }

  private func changed(_ why: String) -> ServerError {
    ServerError(code, "`\(name)` is not what was written to it.", file: name, why: why)
  }
}

extension ChainReport {
  /// The heads of all streams and of the journal, a line each, as `herald export --heads` prints them.
  var headLines: [UInt8] {
    var output = JSONWriter()
    for head in heads + (journal.map { [$0] } ?? []) {
      output.head(head)
      output.raw("\n")
    }
    return output.bytes
  }
}

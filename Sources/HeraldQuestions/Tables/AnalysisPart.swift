import Herald
package import HeraldLog

/// Makes the rows of one part of a ledger as text, so that the caller can send the parts in the ledger's order.
package struct AnalysisPart: PartialFold {
  fileprivate var analysis: Analysis<TextRows>
  fileprivate let kept: KeptRows

  /// The rows of a part, some of one table after some of another.
  fileprivate final class KeptRows {
    var pieces: [(table: AnalysisTable, rows: [UInt8])] = []
  }

  /// - Parameters:
  ///   - tables: the tables whose rows are needed.
  ///   - format: the format of a row.
  package init(_ tables: Set<AnalysisTable>, as format: RowFormat) {
    let kept = KeptRows()
    self.kept = kept
    analysis = Analysis(
      tables,
      rows: TextRows(format, of: tables, hasHeads: false) { table, rows in kept.pieces.append((table, copy rows)) })
  }

  package mutating func replay(_ part: some ReplayedEvents, with memory: inout Void) throws {
    try part.replay(visitor: &analysis)
    try analysis.rows.finish()
  }
}

extension Analysis: ReplayFold where Sink == TextRows {
  package var makePart: @Sendable () -> AnalysisPart {
    let (tables, format) = (tables, rows.format)
    return { AnalysisPart(tables, as: format) }
  }

  /// Sends the rows of a part, adds its counts, and leaves it empty.
  package mutating func add(_ part: inout AnalysisPart) throws {
    for (table, text) in part.kept.pieces { try rows.send(text, of: table) }
    part.kept.pieces.removeAll(keepingCapacity: true)
    add(part.analysis.handOverTallies())
  }
}

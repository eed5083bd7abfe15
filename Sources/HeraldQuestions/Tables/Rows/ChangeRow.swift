import Herald
package import HeraldLog

/// A change of an installation since a token.
package struct ChangeRow: Sendable {
  package let change: LedgerChanges.Change

  package init(_ change: LedgerChanges.Change) { self.change = change }
}

extension ChangeRow: TableRow {
  package static let table = AnalysisTable.changed

  package static let columns: [Column<ChangeRow>] = [
    .optionalText("source", "The installation; null for all that no other row names.") { $0.change.source },
    .word(
      "change",
      "new, grew, rewritten (its older rows may differ), forgotten (of the row without a source: these are not in the "
        + "ledger), or kept (nothing changed; named only where that row is)."
    ) { $0.change.kind },
  ]
}

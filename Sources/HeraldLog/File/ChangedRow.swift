/// A row of a derived table that is not as Herald wrote it.
struct ChangedRow: Error {
  let table: String
  /// Which row, such as `stream 3`.
  let row: String
}

extension LedgerError {
  init(_ changed: ChangedRow, ledger path: String) {
    self.init(
      .corruptFacts, ledger: path, what: "A derived table of `\(path)` is not what Herald wrote.",
      why: "\(changed.row) of the table `\(changed.table)` has another checksum",
      fix: "run `herald audit`, which tells whether the events are unharmed. Then delete the table with SQLite "
        + "(`DROP TABLE \(changed.table)`): the next import makes it again from the events")
  }
}

public import Herald

extension Ledger {
  /// Puts into the journal that a policy was published for the app of this ledger.
  ///
  /// - Parameters:
  ///   - digest: the document's.
  ///   - by: who published it, such as a token's name.
  ///   - override: why it was published though a limit was passed; nil where none was.
  /// - Throws: ``LedgerError``.
  public func notePublished(_ digest: ExactString, by: String, override: String?) throws {
    dropAppenders()
    try LedgerFile.naming(path, "noting a policy") {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          var journal = try Journal(of: database)
          try journal.append(.published) {
            $0.member("digest", digest)
            $0.member("by", by)
            if let override { $0.member("override", override) }
          }
          return .commit
        }
      }
    }
  }
}

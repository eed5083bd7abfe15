public import Herald

extension Ledger {
  /// Records in the journal that a policy was published for the app of this ledger.
  ///
  /// - Parameters:
  ///   - digest: the document's.
  ///   - by: the publisher, such as a token's name.
  ///   - override: the reason for publishing it although a limit was passed; nil if none was passed.
  /// - Throws: ``LedgerError``.
  public func notePublished(_ digest: ExactString, by: String, override: String?) throws {
    dropAppender()
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

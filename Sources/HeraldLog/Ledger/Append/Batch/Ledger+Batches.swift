import Herald

extension Ledger {
  /// Appends the batches of several senders in one transaction, durable when this returns: of each stream of a batch the
  /// longest part from its first line on that can be stored.
  ///
  /// - Returns: the outcome of each batch, in their order.
  /// - Throws: ``LedgerError`` where the ledger fails. Nothing of any batch is acknowledged then; sending all again is
  ///   safe.
  public func append(_ batches: [LineBatch]) throws -> [BatchOutcome] {
    try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        eventAppender = nil
        let appender = try batchAppender.take() ?? BatchAppender(on: database)
        let outcomes = try appender.append(batches)
        // Not reached after an error, which drops the appender.
        if !appender.isFull { batchAppender = appender }
        return outcomes
      }
    }
  }
}

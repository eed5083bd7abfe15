import GRDB

/// The transactions in which events are appended, each durable when it ends.
final class AppendTransactions {
  let appender: LedgerAppender
  private let transaction: PreparedTransaction
  private let preallocation: WALPreallocation?

  init(on database: Database) throws {
    transaction = try PreparedTransaction(on: database)
    preallocation = try WALPreallocation(on: database)
    appender = try LedgerAppender(on: database)
  }

  /// Commits what `body` appends; where it throws, nothing of it is stored.
  @inline(__always)
  func run(_ body: () throws -> Void) throws {
    try transaction.run {
      preallocation?.extendIfNeeded()
      try body()
      try appender.flush()
    }
  }
}

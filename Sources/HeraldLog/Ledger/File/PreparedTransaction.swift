import GRDB

/// A transaction whose statements are prepared once: for one event each, preparing them costs as much as the event.
struct PreparedTransaction {
  private let begin: Statement
  private let commit: Statement
  private let rollback: Statement

  init(on database: Database) throws {
    begin = try Statement("BEGIN IMMEDIATE", on: database)
    commit = try Statement("COMMIT", on: database)
    rollback = try Statement("ROLLBACK", on: database)
  }

  /// Does everything or, where it or committing throws, nothing.
  @inline(__always)
  func run(_ body: () throws -> Void) throws {
    try begin.run()
    do {
      try body()
      try commit.run()
    } catch {
      // After some errors SQLite has rolled back by itself, and nothing is left to end.
      if rollback.isInsideTransaction { try? rollback.run() }
      throw error
    }
  }
}

import GRDB

/// A transaction with statements that are prepared once: preparing them for each event costs as much as the event.
struct PreparedTransaction {
  private let begin: Statement
  private let commit: Statement
  private let rollback: Statement

  init(on database: Database) throws {
    begin = try Statement("BEGIN IMMEDIATE", on: database)
    commit = try Statement("COMMIT", on: database)
    rollback = try Statement("ROLLBACK", on: database)
  }

  /// Runs `body` and commits; rolls back where either throws.
  @inline(__always)
  func run(_ body: () throws -> Void) throws {
    try begin.run()
    do {
      try body()
      try commit.run()
    } catch {
      // After some errors SQLite rolls back by itself. The first error is the one to report.
      if rollback.isInsideTransaction { try? rollback.run() }
      throw error
    }
  }
}

import GRDB

/// A transaction with statements that are prepared once: preparing them for each event costs as much as the event.
struct PreparedTransaction {
  private let begin: RawStatement
  private let commit: RawStatement
  private let rollback: RawStatement

  init(on database: Database) throws {
    begin = try RawStatement("BEGIN IMMEDIATE", on: database)
    commit = try RawStatement("COMMIT", on: database)
    rollback = try RawStatement("ROLLBACK", on: database)
  }

  /// Runs `body` and commits; rolls back where either throws.
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

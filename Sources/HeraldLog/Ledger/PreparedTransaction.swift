import GRDB

/// A transaction whose statements are prepared once: for one event each, preparing them costs as much as the event.
struct PreparedTransaction {
  private let database: Database
  private let begin: Statement
  private let commit: Statement

  init(on database: Database) throws {
    self.database = database
    begin = try Statement("BEGIN IMMEDIATE", on: database)
    commit = try Statement("COMMIT", on: database)
  }

  /// Does everything or, where it or committing throws, nothing.
  func run(_ body: () throws -> Void) throws {
    try begin.run()
    do {
      try body()
      try commit.run()
    } catch {
      // After some errors SQLite has rolled back by itself, and nothing is left to end.
      if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") }
      throw error
    }
  }
}

import Foundation
import GRDB
import GRDBSQLite

/// Copies an SQLite file as it is at one moment, also while another process writes it.
package enum SQLiteCopy {
  /// The number of steps of SQLite's virtual machine between two calls of the progress handler.
  private static let steps: Int32 = 100_000

  /// Copies a file to a path where nothing is yet. The copy has no log beside it; its caller syncs it.
  ///
  /// The connection only reads. A writer would move the log into the file when it closes, and SQLite before 3.51.3
  /// may damage a log that two processes move (its WAL-reset bug; of the older branches 3.50.7 and 3.44.6 have the fix).
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError``.
  package static func make(of path: String, at copy: String, progress: @escaping (Double) -> Void) throws {
    try LedgerFile.naming(path, "copying it to `\(copy)`") {
      do { try make(of: path, at: copy, isReadOnly: true, progress) } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
      {
        // A crash left a rollback journal, which only a writer takes back. Such a file has no write-ahead log.
        try make(of: path, at: copy, isReadOnly: false, progress)
      }
    }
  }

  private static func make(
    of path: String, at copy: String, isReadOnly: Bool, _ progress: @escaping (Double) -> Void
  ) throws {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(30)
    let queue = try DatabaseQueue(path: LedgerFile.fileName(path), configuration: configuration)
    try queue.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      let growth = Growth(path: copy, expected: max(1, pages * size), told: progress)
      try growth.follow(database) {
        try database.execute(sql: "VACUUM INTO ?", arguments: [LedgerFile.fileName(copy)])
      }
    }
    try queue.close()
  }

  /// Follows how a file grows while SQLite works.
  private final class Growth {
    private let path: String
    private let expected: Int
    private let told: (Double) -> Void

    init(path: String, expected: Int, told: @escaping (Double) -> Void) {
      (self.path, self.expected, self.told) = (path, expected, told)
    }

    func follow(_ database: Database, _ body: () throws -> Void) rethrows {
      guard let connection = database.sqliteConnection else { return try body() }
      let own = Unmanaged.passUnretained(self).toOpaque()
      sqlite3_progress_handler(
        connection, steps,
        { own in
          if let own { Unmanaged<Growth>.fromOpaque(own).takeUnretainedValue().tell() }
          return 0
        }, own)
      defer { sqlite3_progress_handler(connection, 0, nil, nil) }
      try withExtendedLifetime(self, body)
    }

    private func tell() {
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      told(min(1, Double(size ?? 0) / Double(expected)))
    }
  }
}

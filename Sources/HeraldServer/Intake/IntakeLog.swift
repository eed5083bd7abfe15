import Foundation
import GRDB
import Herald
import HeraldLog
import Synchronization

/// Data about an app that its ledger does not have: refused lines, forks and gaps, receipts with the times of sending and
/// arrival, and the looks of people at data.
///
/// The data is in a file of its own beside the ledger, with the ledger's writer as its only writer. All of it is bounded,
/// because strangers can make most of it.
final class IntakeLog: Sendable {
  let queue: DatabaseQueue
  let path: String
  let limits: IntakeLimits
  let state = Mutex(State())

  /// What is known without asking the file.
  struct State {
    var figures = IntakeFigures()
    /// The newest arrival that the file knows; nil before the first.
    var arrived: Timestamp?
    /// True while the log beside the file may have bytes of what was forgotten.
    var isUnerased = false
  }

  /// "HRLA", which distinguishes it from any other SQLite file.
  static let applicationID = 0x4852_4C41
  /// The largest part of a refused line that is kept, in bytes.
  static let longestLine = 64 << 10

  init(path: String, limits: IntakeLimits = IntakeLimits()) throws {
    self.path = path
    self.limits = limits
    queue = try VersionedTables(
      applicationID: Self.applicationID, name: "what came for an app", steps: IntakeTables.steps
    ).open(path, "PRAGMA journal_mode = WAL")
    try LedgerError.naming(path, "opening it") {
      try queue.writeWithoutTransaction { database in
        // Where a reader kept a forgetting from emptying the log.
        _ = try? database.checkpoint(.truncate)
        try database.inTransaction(.immediate) {
          try cut(database)
          return .commit
        }
        try refresh(database)
      }
    }
  }

  /// Stores what came; refused lines durably.
  func store(_ came: Arrivals) throws {
    // Also where the clock was set back, because a wrong time ahead would let retention trust a wrong clock.
    let isToNote = state.withLock { known in
      known.arrived.map { abs(came.time.milliseconds - $0.milliseconds) >= Self.arrivalStep } ?? true
    }
    if came.isEmpty, !isToNote { return }
    try LedgerError.naming(path, "storing what came") {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = \(came.rejected.isEmpty ? "NORMAL" : "FULL")")
        try database.inTransaction(.immediate) {
          for line in came.rejected.lines { try line.insert(into: database) }
          for (key, rest) in came.rejected.counted { try rest.insert(into: database, key) }
          if !came.rejected.isEmpty { try cut(database) }
          for refusal in came.refusals { try refusal.insert(into: database) }
          if !came.refusals.isEmpty { try cutRefusals(database) }
          for receipt in came.receipts { try insert(receipt, into: database) }
          for first in came.firsts { try insert(first, into: database) }
          if isToNote { try noteArrival(came.time, database) }
          return .commit
        }
        if isToNote || !came.rejected.isEmpty || !came.refusals.isEmpty { try refresh(database) }
        if state.withLock(\.isUnerased) { try emptyLog(of: database) }
      }
    }
  }

  /// The shortest time between two notes of an arrival, in milliseconds: a period is days at least.
  private static let arrivalStep: Int64 = 3_600_000

  private func noteArrival(_ time: Timestamp, _ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM arrived; INSERT INTO arrived VALUES (?)", arguments: [time.milliseconds])
  }

  /// The time at which events came last, to the hour; nil where none came.
  var arrived: Timestamp? { state.withLock(\.arrived) }
  var figures: IntakeFigures { state.withLock(\.figures) }

  /// Reads again what is known without asking the file.
  func refresh(_ database: Database) throws {
    let figures = try IntakeFigures(of: database)
    let arrived = try Int64.fetchOne(database, sql: "SELECT time FROM arrived")
    state.withLock {
      $0.figures = figures
      $0.arrived = arrived.map { Timestamp(milliseconds: $0) }
    }
  }

  /// Empties the log beside the file, and notes where a reader prevents it. Then a later store does.
  ///
  /// - Returns: false where a reader prevents it.
  @discardableResult
  func emptyLog(of database: Database) throws -> Bool {
    let isEmptied = (try? database.checkpoint(.truncate)) != nil
    state.withLock { $0.isUnerased = !isEmptied }
    return isEmptied
  }

  func read<Result>(_ doing: String, _ body: (Database) throws -> Result) throws -> Result {
    try LedgerError.naming(path, doing) { try queue.read(body) }
  }

  func close() throws {
    try LedgerError.naming(path, "closing it") {
      // A reader that stays keeps a part of the log; what was committed is durable all the same.
      _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try queue.close()
    }
  }
}

/// The looks of people at data.
extension IntakeLog {
  /// Number of accesses that are kept. The oldest ones are removed first.
  static let mostAccesses = 100_000
  /// Number of new accesses after which the oldest ones are removed.
  private static let accessesBetweenCuts = 1000

  /// Puts a look on record.
  func note(_ look: Look) throws {
    try LedgerError.naming(path, "noting who looked") {
      try queue.write { database in
        try database.cachedStatement(sql: "INSERT INTO accesses VALUES (?, ?, ?, ?, ?)").execute(arguments: [
          look.time.milliseconds, look.token, look.source?.string, look.what, look.count,
        ])
        guard database.lastInsertedRowID % Int64(Self.accessesBetweenCuts) == 0 else { return }
        try database.execute(
          sql: "DELETE FROM accesses WHERE rowid <= ?",
          arguments: [database.lastInsertedRowID - Int64(Self.mostAccesses)])
      }
    }
  }

  /// The looks of people at data, the newest first.
  func looks(atMost limit: Int) throws -> [Look] {
    try read("reading who looked") { database in
      try Row.fetchAll(database, sql: "SELECT * FROM accesses ORDER BY rowid DESC LIMIT \(limit)").map { Look($0) }
    }
  }
}

extension Look {
  fileprivate init(_ row: Row) {
    self.init(
      time: Timestamp(milliseconds: row["time"]), token: row["token"],
      source: (row["source"] as String?).map { ExactString($0) }, what: row["what"], count: row["count"])
  }
}

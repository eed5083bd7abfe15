import Foundation
import GRDB
import Herald
import HeraldLog

/// The file beside a ledger with what servers acknowledged, and the new names of installations.
///
/// It stands beside the ledger and not in it: the ledger has one writer, the installation, which an upload must not
/// delay, and its file is an archive that stays what it is when an upload is turned on or off. Without its rows
/// everything is sent once more, which is safe.
final class UploadReceipts: Sendable {
  let path: String
  private let queue: DatabaseQueue

  /// "HRLU", which distinguishes it from any other SQLite file.
  private static let applicationID = 0x4852_4C55

  static func path(ledger: String) -> String { ledger + "-uploads" }

  static func isThere(ledger: String) -> Bool { FileManager.default.fileExists(atPath: path(ledger: ledger)) }

  /// Opens the file, and makes a missing one.
  ///
  /// - Throws: `LedgerError`.
  init(ledger: String) throws {
    path = Self.path(ledger: ledger)
    queue = try LedgerError.naming(path) { [path] in
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
      try queue.write { try Self.migrate($0, path: path) }
      return queue
    }
  }

  /// The steps from one version to the next; append only.
  private static let steps = [
    """
    -- A row for each server and stream: the last revision and the chain that it acknowledged, the proof of ownership,
    -- the revisions behind it, or before the first stored one, that it refused for good, whether its last answer contradicted that, and how long it is left alone, in milliseconds since 1970.
    CREATE TABLE receipts (
      server TEXT NOT NULL, source TEXT NOT NULL, head INTEGER NOT NULL, chain BLOB NOT NULL, token TEXT,
      skipped TEXT NOT NULL, contradicted INTEGER NOT NULL, failures INTEGER NOT NULL, since INTEGER, until INTEGER, PRIMARY KEY (server, source)
    ) STRICT;
    -- The names that installations continue under.
    CREATE TABLE successors (source TEXT PRIMARY KEY, successor TEXT NOT NULL) STRICT;
    """
  ]

  private static func migrate(_ database: Database, path: String) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard version <= steps.count, version == 0 || application == applicationID else {
      throw LedgerError.otherFile(path, expected: "a file with the receipts of uploads")
    }
    for step in steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA user_version = \(steps.count); PRAGMA application_id = \(applicationID)")
  }

  /// The receipt of a stream; an empty one where the server acknowledged nothing.
  func receipt(of source: ExactString, at server: String) throws -> UploadReceipt {
    let row = try LedgerError.naming(path) {
      try queue.read { database in
        try Row.fetchOne(
          database,
          sql: """
            SELECT head, chain, token, skipped, contradicted, failures, since, until FROM receipts
            WHERE server = ? AND source = ?
            """, arguments: [server, source.string])
      }
    }
    guard let row else { return UploadReceipt() }
    let skipped: String = row[3]
    var receipt = UploadReceipt(
      head: row[0], chain: Array(row[1] as Data), token: row[2],
      skipped: skipped.split(separator: ",").compactMap { Int($0) }, isContradicted: row[4], failures: row[5])
    if let since = row[6] as Int64?, let until = row[7] as Int64? {
      receipt.holdOff = HoldOff(since: Timestamp(milliseconds: since), until: Timestamp(milliseconds: until))
    }
    return receipt
  }

  /// Stores a receipt, durable when this returns.
  func store(_ receipt: UploadReceipt, of source: ExactString, at server: String) throws {
    try LedgerError.naming(path) {
      try queue.write { database in
        try database.execute(
          sql: "INSERT OR REPLACE INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          arguments: [
            server, source.string, receipt.head, Data(receipt.chain), receipt.token,
            receipt.skipped.map(String.init).joined(separator: ","), receipt.isContradicted, receipt.failures,
            receipt.holdOff?.since.milliseconds, receipt.holdOff?.until.milliseconds,
          ])
      }
    }
  }

  /// The name that an installation has now: its own, or its last successor's.
  func name(of source: ExactString) throws -> ExactString {
    try LedgerError.naming(path) {
      try queue.read { database in
        var name = source
        while let next = try String.fetchOne(
          database, sql: "SELECT successor FROM successors WHERE source = ?", arguments: [name.string])
        {
          name = ExactString(next)
        }
        return name
      }
    }
  }

  /// Gives an installation a new name, unless it has a successor already; returns the successor.
  func rename(_ source: ExactString, to successor: ExactString) throws -> ExactString {
    try LedgerError.naming(path) {
      try queue.write { database in
        try database.execute(
          sql: "INSERT OR IGNORE INTO successors VALUES (?, ?)", arguments: [source.string, successor.string])
      }
    }
    return try name(of: source)
  }
}

extension LedgerError {
  fileprivate static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    try naming(path, "keeping what a server acknowledged", body)
  }
}

/// The part of a stream that a server acknowledged, and the values that the phone has to send along.
struct UploadReceipt: Hashable, Sendable {
  /// The last revision that the server has; 0 before the first.
  var head = 0
  /// The value of the chain there, as the server sent it, 32 bytes.
  var chain = Chain.start
  /// The proof that the stream is the phone's own; nil before the first answer.
  var token: String?
  /// Revisions that the server refused for good, ascending: those behind the head, and those before the first event that
  /// it stored.
  var skipped: [Int] = []
  /// True after an answer that contradicted what was known, until the stream grows there as expected. Another such
  /// answer is nothing new then, and would fill the ledger with evidence.
  var isContradicted = false
  /// The number of requests that failed in a row.
  var failures = 0
  /// The wait before the next request; nil for none.
  var holdOff: HoldOff?

  /// The number of refused events with which the stream begins. The server stored none before the event that follows.
  var refusedAtStart: Int { zip(skipped, 1...).prefix { $0 == $1 }.count }

  /// Moves the head.
  mutating func advance(to head: Int, chain: [UInt8]) {
    self.head = head
    self.chain = chain
    let start = refusedAtStart
    skipped.removeAll { $0 > start && $0 <= head }
  }

  /// Notes that the server refused an event for good.
  mutating func skip(_ revision: Int) {
    guard !skipped.contains(revision) else { return }
    skipped.append(revision)
    skipped.sort()
  }
}

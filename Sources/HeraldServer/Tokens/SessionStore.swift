import Foundation
import GRDB
import Herald
import Synchronization

/// The sessions of a folder. The one server of the folder writes them, so that it asks its memory at each request.
final class SessionStore: Sendable {
  private let tables: ServerTables
  /// The sessions by their digests; nil before they were read.
  private let known = Mutex<[[UInt8]: Session]?>(nil)

  /// The most sessions of a token. A further one ends the oldest.
  static let mostOfAToken = 100

  init(_ tables: ServerTables) { self.tables = tables }

  /// Begins a session.
  ///
  /// - Returns: its secret, which nothing can show again.
  /// - Throws: `LedgerError` where the file cannot be written.
  func begin(for token: AccessToken, now: Date = Date()) throws -> String {
    let (session, secret) = Session.draw(for: token, at: now)
    try change("storing a session", at: now) { database in
      // Those of the same second in the order in which they were made.
      try database.execute(
        sql: """
          DELETE FROM sessions WHERE token = ?1 AND rowid NOT IN (
            SELECT rowid FROM sessions WHERE token = ?1 ORDER BY rowid DESC LIMIT ?2)
          """, arguments: [token.id, Self.mostOfAToken - 1])
      try database.execute(
        sql: "INSERT INTO sessions VALUES (?, ?, ?, ?)",
        arguments: [Data(session.digest), session.token, session.made.seconds, session.expires.seconds])
    }
    return secret
  }

  /// Ends a session; nothing happens where it ended before.
  ///
  /// - Throws: `LedgerError` where the file cannot be written.
  func end(_ session: Session, now: Date = Date()) throws {
    try change("ending a session", at: now) {
      try $0.execute(sql: "DELETE FROM sessions WHERE digest = ?", arguments: [Data(session.digest)])
    }
  }

  /// The session with a secret, where it has not ended; otherwise nil.
  ///
  /// - Throws: `LedgerError` where the file cannot be read.
  func session(_ secret: some StringProtocol, now: Date = Date()) throws -> ShownSession? {
    try open(AccessToken.digest(of: String(secret)), now).map { ShownSession($0, secret: secret) }
  }

  /// True if a session has not ended.
  ///
  /// - Throws: `LedgerError` where the file cannot be read.
  func isOpen(_ session: Session, now: Date = Date()) throws -> Bool { try open(session.digest, now) != nil }

  /// Removes the sessions that expired, and the sessions of tokens that were revoked.
  ///
  /// - Throws: `LedgerError` where the file cannot be written.
  func removeEnded(now: Date = Date()) throws { try change("removing sessions", at: now) { _ in } }

  /// The number of sessions that are stored.
  var count: Int {
    get throws { try sessions().count }
  }

  private func open(_ digest: [UInt8], _ now: Date) throws -> Session? {
    try sessions()[digest].flatMap { now < $0.expires ? $0 : nil }
  }

  private func sessions() throws -> [[UInt8]: Session] {
    if let known = known.withLock({ $0 }) { return known }
    return try ServerTables.naming(tables.path, "reading its sessions") {
      try tables.queue.read { database in
        let read = try Self.all(database)
        known.withLock { $0 = read }
        return read
      }
    }
  }

  /// Changes the sessions, and removes those that ended. The memory follows after the commit, still within the queue,
  /// so that it is never older than the file.
  private func change(_ doing: String, at now: Date, _ body: (Database) throws -> Void) throws {
    try ServerTables.naming(tables.path, doing) {
      try tables.queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try database.execute(
            sql: """
              DELETE FROM sessions WHERE expires <= ?1 OR token NOT IN (SELECT id FROM tokens WHERE revoked IS NULL)
              """, arguments: [now.seconds])
          try body(database)
          return .commit
        }
        let read = try Self.all(database)
        known.withLock { $0 = read }
      }
    }
  }

  private static func all(_ database: Database) throws -> [[UInt8]: Session] {
    let sessions = try Row.fetchAll(database, sql: "SELECT * FROM sessions").map { row in
      Session(
        digest: Array(row["digest"] as Data), token: row["token"], made: Date(seconds: row["made"]),
        expires: Date(seconds: row["expires"]))
    }
    return Dictionary(sessions.map { ($0.digest, $0) }) { first, _ in first }
  }
}

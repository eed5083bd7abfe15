public import Foundation
import GRDB
import Herald
import HeraldLog
import Synchronization

/// The tokens of a folder. Only their digests are stored.
public final class TokenStore: Sendable {
  private let tables: ServerTables
  private let known = Mutex<Known>(Known())

  /// The tokens as they were read last.
  private struct Known {
    var tokens: [String: AccessToken] = [:]
    var read = Date.distantPast
    var hasRead = false
  }

  /// The longest time in seconds for which a token that another process revoked is still accepted.
  private static let staleAfter: TimeInterval = 1

  init(_ tables: ServerTables) { self.tables = tables }

  /// All tokens, in the order in which they were made.
  ///
  /// - Throws: `LedgerError` where the file cannot be read.
  public func all() throws -> [AccessToken] {
    try ServerTables.naming(tables.path, "reading its tokens") {
      try tables.queue.read { database in
        try Row.fetchAll(database, sql: "SELECT * FROM tokens ORDER BY made, id").map(AccessToken.init)
      }
    }
  }

  /// Makes a token.
  ///
  /// - Returns: the token, and its text, which nothing can show again.
  /// - Throws: `LedgerError` where the file cannot be written.
  public func make(
    name: String, roles: Set<Role>, app: String?, expires: Date? = nil, now: Date = Date()
  ) throws -> (token: AccessToken, text: String) {
    let drawn = AccessToken.draw(name: name, roles: roles, app: app, made: now, expires: expires)
    try ServerTables.naming(tables.path, "storing a token") {
      try tables.queue.write { try drawn.token.insert(into: $0) }
    }
    known.withLock { $0.read = .distantPast }
    return drawn
  }

  /// Makes the tokens of a first start, all or none; nil where the folder has tokens that were shown.
  ///
  /// An earlier start may have ended after it showed its tokens and before it noted that. Its tokens stay valid.
  func makeFirst(app: String, now: Date = Date()) throws -> FirstTokens? {
    let key = AccessToken.draw(name: "first app key", roles: [.append], app: app, made: now, expires: nil)
    let token = AccessToken.draw(name: "first token", roles: Set(Role.allCases), app: nil, made: now, expires: nil)
    let isFirst = try ServerTables.naming(tables.path, "storing the first tokens") {
      try tables.queue.write { database in
        let shown = "SELECT count(*) FROM tokens WHERE id NOT IN (SELECT token FROM unshown)"
        guard try Int.fetchOne(database, sql: shown) == 0 else { return false }
        for drawn in [key.token, token.token] {
          try drawn.insert(into: database)
          try database.execute(sql: "INSERT INTO unshown VALUES (?)", arguments: [drawn.id])
        }
        return true
      }
    }
    known.withLock { $0.read = .distantPast }
    return isFirst ? FirstTokens(app: app, key: key.text, token: token.text) : nil
  }

  /// Notes that the tokens of a first start were shown.
  func noteShown() throws {
    try ServerTables.naming(tables.path, "noting that tokens were shown") {
      try tables.queue.write { try $0.execute(sql: "DELETE FROM unshown") }
    }
  }

  /// Removes the tokens of a first start, unless they were shown.
  func remove(_ first: FirstTokens) throws {
    let ids = [first.key, first.token].compactMap { AccessToken.parts(of: $0)?.id }
    try ServerTables.naming(tables.path, "removing tokens that nobody saw") {
      try tables.queue.write { database in
        for id in ids {
          let unshown = "id IN (SELECT token FROM unshown)"
          try database.execute(sql: "DELETE FROM tokens WHERE id = ? AND \(unshown)", arguments: [id])
          try database.execute(sql: "DELETE FROM unshown WHERE token = ?", arguments: [id])
        }
      }
    }
    known.withLock { $0.read = .distantPast }
  }

  /// Ends a token's validity.
  ///
  /// - Returns: false where no token has the id.
  /// - Throws: `LedgerError` where the file cannot be written.
  public func revoke(_ id: String, now: Date = Date()) throws -> Bool {
    let isKnown = try ServerTables.naming(tables.path, "revoking a token") {
      try tables.queue.write { database in
        try database.execute(
          sql: "UPDATE tokens SET revoked = coalesce(revoked, ?) WHERE id = ?", arguments: [now.seconds, id])
        return database.changesCount > 0
      }
    }
    known.withLock { $0.read = .distantPast }
    return isKnown
  }

  /// The token with a text, where it is in force; otherwise nil.
  func token(_ text: some StringProtocol, now: Date = Date()) throws -> AccessToken? {
    guard let (id, secret) = AccessToken.parts(of: text) else { return nil }
    // Another process may have made it since the tokens were read.
    guard let token = try current(now)[id] ?? current(now, isFresh: true)[id] else { return nil }
    return token.accepts(secret: secret) && token.isValid(at: now) ? token : nil
  }

  /// The token with an id, where it is in force; otherwise nil. For what goes on after the token was shown.
  func token(id: String, now: Date = Date()) throws -> AccessToken? {
    guard let token = try current(now)[id], token.isValid(at: now) else { return nil }
    return token
  }

  private func current(_ now: Date, isFresh: Bool = false) throws -> [String: AccessToken] {
    let fresh =
      isFresh ? nil : known.withLock { abs(now.timeIntervalSince($0.read)) < Self.staleAfter ? $0.tokens : nil }
    if let fresh { return fresh }
    do {
      let read = try ServerTables.naming(tables.path, "reading its tokens") {
        try tables.reading.read { try Row.fetchAll($0, sql: "SELECT * FROM tokens").map(AccessToken.init) }
      }
      let tokens = Dictionary(read.map { ($0.id, $0) }) { first, _ in first }
      known.withLock { $0 = Known(tokens: tokens, read: now, hasRead: true) }
      return tokens
    } catch let error as LedgerError where error.diagnostic.code.name == "busy" && !isFresh {
      // The threads that serve connections do not wait for another process. What was read last is true until then.
      let known = known.withLock { $0 }
      if known.hasRead { return known.tokens }
      throw error
    }
  }

  /// The apps that a token is for which was not revoked.
  func apps(now: Date = Date()) throws -> Set<String> {
    Set(try current(now, isFresh: true).values.filter { $0.revoked == nil }.compactMap(\.app))
  }
}

extension AccessToken {
  fileprivate init(_ row: Row) {
    let roles: String = row["roles"]
    self.init(
      id: row["id"], name: row["name"],
      roles: Set(roles.split(separator: " ").compactMap { Role(rawValue: String($0)) }), app: row["app"],
      digest: Array(row["digest"] as Data), made: Date(seconds: row["made"]),
      expires: (row["expires"] as Int?).map { Date(seconds: $0) },
      revoked: (row["revoked"] as Int?).map { Date(seconds: $0) })
  }

  fileprivate func insert(into database: Database) throws {
    try database.execute(
      sql: "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        id, name, roles.map(\.rawValue).sorted().joined(separator: " "), app, Data(digest), made.seconds,
        expires?.seconds, revoked?.seconds,
      ])
  }
}

/// The tokens that the first start of a server prints, once.
public struct FirstTokens: Sendable {
  /// The app that the key is for.
  public let app: String
  /// The app key, which may be published inside the app.
  public let key: String
  /// A token with all roles.
  public let token: String
}

/// A role of a token: a group of requests that it may send.
public enum Role: String, CaseIterable, Sendable {
  /// Sends the events of one installation at a time. A token with this role alone is an app key, and may be published
  /// inside an app.
  case append
  /// Sends the events of many installations.
  case `import`
  /// Reads installations, decisions and tables.
  case read
  /// Publishes policies.
  case publish
  /// Forgets users and installations.
  case forget
  /// Reads the server's own figures.
  case metrics
}

public import Foundation
import Herald
import HeraldLog
import SystemPackage

/// The folder of a server: a ledger for each app, the tokens, and the secret of streams' tokens.
public final class ServerFolder: Sendable {
  /// The folder's path.
  public let path: String
  /// The tokens.
  public let tokens: TokenStore
  /// The sign-ins of people on the pages.
  let sessions: SessionStore
  let streamTokens: StreamToken
  let policies: PolicyStore
  /// True if the folder had no `server.sqlite` before.
  package let isNew: Bool

  /// The folder of the apps' ledgers.
  var apps: String { "\(path)/apps" }

  /// Opens a folder, and makes what is missing. A server may run on it meanwhile.
  ///
  /// - Throws: ``ServerError`` or `LedgerError` where it cannot be made, read or written.
  public init(_ path: String) throws {
    self.path = path
    for folder in [ServerFile.apps, ServerFile.promises, "arrivals", "search"] {
      try MadeFolder.make("\(path)/\(folder)")
    }
    let tables = "\(path)/server.sqlite"
    isNew = !FileManager.default.fileExists(atPath: tables)
    let store = try ServerTables(path: tables)
    // Names of people, digests of tokens: for the server alone, whatever the folder allows.
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tables)
    tokens = TokenStore(store)
    sessions = SessionStore(store)
    policies = try PolicyStore(tables: store)
    streamTokens = StreamToken(
      secret: try FolderSecret.read(
        "\(path)/\(ServerFile.secret)", of: "the tokens of all streams cease to be valid"))
  }

  /// Opens the folder of a server that ran there before.
  ///
  /// - Throws: ``ServerError`` for another folder, in which it makes nothing; otherwise as ``init(_:)``.
  public convenience init(existing path: String) throws {
    try ServerFile.check(path)
    try self.init(path)
  }

  /// Opens the folder of a server, and makes a server in an empty folder.
  ///
  /// - Throws: ``ServerError`` if the folder does not exist or holds other files. Its name may be misspelt then, so
  ///   nothing is made. The errors of ``init(_:)`` too.
  package convenience init(makingServerIn path: String) throws {
    try ServerFile.checkIsOwnOrEmpty(path)
    try self.init(path)
  }

  /// Makes pseudonyms of the users of some apps. The first use draws the key.
  ///
  /// - Throws: ``ServerError`` where the key cannot be read or made.
  func pseudonyms(_ settings: ServerSettings) throws -> @Sendable (_ app: String) -> UserPseudonyms? {
    guard let apps = PseudonymousApps(settings.pseudonymousUsers), apps != .none else { return { _ in nil } }
    let key = try FolderSecret.read(
      "\(path)/\(ServerFile.userKey)", of: "every user gets another pseudonym")
    return { apps.contains($0) ? UserPseudonyms(app: $0, key: key) : nil }
  }

  /// The names of the apps that have a ledger.
  ///
  /// - Throws: an error of Foundation if the folder cannot be read.
  public func appNames() throws -> [String] { try Apps.names(in: apps) }

  /// Makes a token.
  ///
  /// - Returns: the token, and its text, which nothing can show again.
  /// - Throws: ``ServerError`` for an app that cannot be; `LedgerError` where the token cannot be stored.
  public func makeToken(
    name: String, roles: Set<Role>, app: String?, expires: Date?
  ) throws -> (token: AccessToken, text: String) {
    if let app {
      try PackageName.check(app)
      let known = try Set(appNames()).union(tokens.all().compactMap(\.app))
      if let other = known.first(where: { $0 != app && $0.lowercased() == app.lowercased() }) {
        throw PackageName.differsInCase(app, from: other, in: path)
      }
    }
    return try tokens.make(name: name, roles: roles, app: app, expires: expires)
  }

  /// Ends a token's validity.
  ///
  /// - Throws: ``ServerError`` for an unknown id; `LedgerError` where the file cannot be written.
  public func revokeToken(_ id: String) throws {
    guard try tokens.revoke(id) else {
      throw ServerError(
        .unknownToken, "There is no token `\(id)`.", file: path, why: "no token of the folder has this id")
    }
  }

  /// True if a request's token is still in force. A token that came with a session also needs the session to be open.
  ///
  /// - Throws: `LedgerError` where the file cannot be read.
  func isInForce(_ token: AccessToken, now: Date = Date()) throws -> Bool {
    guard try tokens.token(id: token.id, now: now) != nil else { return false }
    return try token.session.map { try sessions.isOpen($0.session, now: now) } ?? true
  }

  /// The token of a session's secret; nil if the session ended, or if the token expired or was revoked.
  ///
  /// - Throws: `LedgerError` where the file cannot be read.
  func token(ofSession secret: some StringProtocol, now: Date = Date()) throws -> AccessToken? {
    guard let shown = try sessions.session(secret, now: now),
      var token = try tokens.token(id: shown.session.token, now: now)
    else { return nil }
    token.session = shown
    return token
  }

  /// Makes what a new server needs: an app key, and a token with all roles. Each start makes two more,
  /// until ``noteShown()`` says that somebody saw them.
  ///
  /// - Parameter app: the app that the key is for.
  /// - Returns: nil for a folder that has tokens already.
  /// - Throws: `LedgerError` where they cannot be stored.
  func begin(app: String) throws -> FirstTokens? {
    try PackageName.check(app)
    return try tokens.makeFirst(app: app)
  }

  /// Notes that the tokens of the first start were shown, so that they stay.
  ///
  /// - Throws: `LedgerError` where that cannot be stored.
  public func noteShown() throws { try tokens.noteShown() }
}

/// A secret of the folder, drawn once. It stands in a file of its own, so that a copy of the tables does not give it away.
enum FolderSecret {
  private static let size = 32

  /// - Parameter consequence: the effect of another secret, for the error.
  static func read(_ path: String, of consequence: String) throws -> [UInt8] {
    do {
      if !FileManager.default.fileExists(atPath: path) { try make(path) }
      if let bytes = Hex.bytes(of: try text(of: path)), bytes.count == size { return bytes }
    } catch let error as Errno {
      throw ServerError(
        .serverFailed, "`\(path)` cannot be read or made.", file: path, why: error.description,
        fix: "restore the file from a backup, and look whether this user may read it and whether the disk has space")
    }
    throw ServerError(
      .serverFailed, "`\(path)` is not a secret.", file: path, why: "a secret is \(size) bytes in hexadecimal digits",
      fix: "restore it from a backup: with another one \(consequence)")
  }

  /// The text of a file that may be a secret; only the beginning of a longer file.
  private static func text(of path: String) throws -> String {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    let bytes = try file.closeAfter {
      try [UInt8](unsafeUninitializedCapacity: 4 * size) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
    return String(decoding: bytes, as: UTF8.self).trimming("\n")
  }

  /// Writes a new secret under a temporary name first, so that a crash leaves the whole or nothing.
  private static func make(_ path: String) throws {
    let draft = "\(path).\(Hex.text(of: DrawnBytes.draw(4)))"
    let file = try FileDescriptor.open(
      FilePath(draft), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    try file.closeAfter {
      try file.writeAll(Array("\(Hex.text(of: DrawnBytes.draw(size)))\n".utf8))
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
    // Fails where another process was faster, whose secret is as good.
    try? FileManager.default.moveItem(atPath: draft, toPath: path)
    try? FileManager.default.removeItem(atPath: draft)
  }
}

import Foundation
import Herald
import HeraldFormats
import HeraldLog
import Synchronization

/// The apps of a folder.
final class Apps: Sendable {
  private let folder: String
  private let metrics: ServerMetrics
  /// The threads of all apps' readers.
  let threads = ReadingThreads()
  private let logBytes: Int
  private let users: @Sendable (_ app: String) -> UserPseudonyms?
  private let limits: IntakeLimits
  /// True for an app that a token was made for.
  private let hasToken: @Sendable (_ app: String) -> Bool
  private let policies: PolicyStore
  private let open = Mutex<[String: App]>([:])

  /// The apps whose files cannot be opened, with the reasons. The others are served all the same.
  private let failed = Mutex<[String: any Error]>([:])

  private static let suffix = ".sqlite"

  /// Opens all apps of a folder.
  ///
  /// - Parameters:
  ///   - users: makes the pseudonyms of an app's users; nil where users are stored as they are.
  ///   - logBytes: the size of a ledger's write-ahead log beyond which it is emptied.
  ///   - limits: the bounds on what is kept beside a ledger.
  init(
    folder: String, users: @escaping @Sendable (_ app: String) -> UserPseudonyms?, policies: PolicyStore,
    metrics: ServerMetrics, logBytes: Int, limits: IntakeLimits = IntakeLimits(),
    hasToken: @escaping @Sendable (_ app: String) -> Bool = { _ in false }
  ) throws {
    self.hasToken = hasToken
    self.logBytes = logBytes
    self.folder = folder
    self.limits = limits
    self.users = users
    self.policies = policies
    self.metrics = metrics
    for name in try Self.names(in: "\(folder)/\(ServerFile.apps)") {
      do { try add(name) } catch { failed.withLock { $0[name] = error } }
    }
  }

  static func names(in folder: String) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    return files.filter { $0.hasSuffix(suffix) && !ServerFile.isOlder("\(folder)/\($0)") }.map {
      String($0.dropLast(suffix.count))
    }.filter(
      PackageName.isValid
    ).sorted()
  }

  /// The apps that cannot be served, with the reasons, by name.
  var failures: [(name: String, error: any Error)] {
    failed.withLock { failed in failed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  var all: [App] { open.withLock { $0.values.sorted { $0.name < $1.name } } }

  /// The app with a name; nil for an unknown one.
  subscript(name: String) -> App? { open.withLock { $0[name] } }

  /// The app with a name, which is made if it is missing.
  @discardableResult
  func add(_ name: String) throws -> App {
    try PackageName.check(name)
    return try open.withLock { open in
      if let known = open[name] { return known }
      if let error = failed.withLock({ $0[name] }) { throw Self.failed(name, error) }
      if let other = open.keys.first(where: { $0.lowercased() == name.lowercased() }) {
        throw PackageName.differsInCase(name, from: other, in: folder)
      }
      let app = try App(
        name: name, folder: folder, users: users(name), policies: policies, metrics: metrics, threads: threads,
        logBytes: logBytes,
        limits: limits)
      open[name] = app
      return app
    }
  }

  /// The app that a request is about: the token's app, else the app in the query, else the only app.
  ///
  /// - Parameter named: the app's name in the query; nil without one.
  func app(for token: AccessToken, named: String?) throws -> App {
    if let own = token.app {
      guard named == nil || named == own else { throw Problem.ofAnotherApp(token, own, asked: named ?? "") }
      return try add(own)
    }
    if let named {
      if let app = self[named] { return app }
      if let error = failed.withLock({ $0[named] }) { throw Self.failed(named, error) }
      // Another process may have made a token for it since the server started.
      if hasToken(named) { return try add(named) }
      throw Problem(.unknownApp, "The server has no app `\(named)`.", at: "app", why: "no token was made for it")
    }
    let all = all
    guard all.count == 1, let only = all.first else {
      throw Problem(
        .noApp, "It is not clear which app the request is about.", at: "app",
        why: "the server has \(all.count) and the token is for all of them")
    }
    return only
  }

  private static func failed(_ name: String, _ error: any Error) -> Problem {
    Problem(
      .ledgerGone, "The app `\(name)` cannot be served.", why: "its files could not be opened when the server started",
      fix: "look at the server's log, repair or restore the file, and start the server again"
    ).retrying(after: 60)
  }

  func close() async throws {
    for app in all { try await app.close() }
  }
}

extension Problem {
  /// The problem of a token that is for one app, in a request about another.
  static func ofAnotherApp(_ token: AccessToken, _ own: String, asked: String) -> Problem {
    Problem(
      .roleMissing, "The token `\(token.id)` is for the app `\(own)` alone.", at: "app",
      why: "the request is about `\(asked)`", fix: "use a token that is for this app")
  }
}

/// An app: its ledger with one writer and many readers, and what came for it.
final class App: Sendable {
  let name: String
  let path: String
  let writer: LedgerWriter
  let readers: ReaderPool
  let arrivals: IntakeLog
  let search: SearchIndex
  /// The statements that its policies have to keep.
  let promises: PromiseStore
  let retention = RetentionState()
  /// Makes the pseudonyms of its users; nil where users are stored as they are.
  let users: UserPseudonyms?

  /// Opens an app's ledger, and makes it if it is missing.
  ///
  /// - Throws: `LedgerError`.
  init(
    name: String, folder: String, users: UserPseudonyms?, policies: PolicyStore, metrics: ServerMetrics,
    threads: ReadingThreads,
    logBytes: Int, limits: IntakeLimits
  ) throws {
    self.name = name
    self.users = users
    path = "\(folder)/\(ServerFile.ledger(of: name))"
    arrivals = try IntakeLog(path: "\(folder)/\(ServerFile.arrivals(of: name))", limits: limits)
    promises = PromiseStore(folder: folder, app: name)
    writer = try LedgerWriter(
      of: name, path: path, arrivals: arrivals, users: users, policies: policies, promises: promises,
      metrics: metrics, mostLogBytes: logBytes)
    readers = ReaderPool(path: path, threads: threads)
    search = try SearchIndex(path: "\(folder)/\(ServerFile.search(of: name))", ledger: path)
  }

  func close() async throws {
    readers.close()
    try await writer.close()
  }
}

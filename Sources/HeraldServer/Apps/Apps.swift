import Foundation
import Herald
import HeraldFormats
import HeraldLog
import NIOPosix
import Synchronization

/// The apps of a folder.
final class Apps: Sendable {
  private let folder: String
  private let metrics: ServerMetrics
  private let users: @Sendable (_ app: String) -> UserPseudonyms?
  private let open = Mutex<[String: App]>([:])

  private static let suffix = ".sqlite"
  /// The endings of the files beside a ledger, which are not ledgers.
  private static let others = [".arrivals.sqlite", ".search.sqlite"]

  /// Opens all apps of a folder.
  ///
  /// - Parameter users: makes the pseudonyms of an app's users; nil where users are stored as they are.
  init(
    folder: String, users: @escaping @Sendable (_ app: String) -> UserPseudonyms?, metrics: ServerMetrics
  ) throws {
    self.folder = folder
    self.users = users
    self.metrics = metrics
    for name in try Self.names(in: folder) { try add(name) }
  }

  static func names(in folder: String) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let ledgers = files.filter { file in file.hasSuffix(suffix) && !others.contains(where: file.hasSuffix) }
    return ledgers.map { String($0.dropLast(suffix.count)) }.filter(PackageName.isValid).sorted()
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
      let app = try App(name: name, folder: folder, users: users(name), metrics: metrics)
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
  /// Makes the pseudonyms of its users; nil where users are stored as they are.
  let users: UserPseudonyms?

  /// Opens an app's ledger, and makes it if it is missing.
  ///
  /// - Throws: `LedgerError`.
  init(name: String, folder: String, users: UserPseudonyms?, metrics: ServerMetrics) throws {
    self.name = name
    self.users = users
    path = "\(folder)/\(name).sqlite"
    arrivals = try IntakeLog(path: "\(folder)/\(name).arrivals.sqlite")
    writer = try LedgerWriter(of: name, path: path, arrivals: arrivals, users: users, metrics: metrics)
    readers = ReaderPool(path: path)
    search = try SearchIndex(path: "\(folder)/\(name).search.sqlite", ledger: path)
  }

  func close() async throws {
    readers.close()
    try await writer.close()
  }
}

/// The readers of an app's ledger. Each serves one request at a time, on a thread that may wait for the disk.
final class ReaderPool: Sendable {
  /// A reader that has one user at a time, so that it may pass from thread to thread.
  private struct Lent: @unchecked Sendable {
    let reader: LedgerReader
  }

  private let path: String
  private let idle = Mutex<[Lent]>([])
  private static let mostIdle = 8

  init(path: String) { self.path = path }

  /// Runs `body` with a reader.
  ///
  /// - Throws: `LedgerError`, and what `body` throws.
  func read<Result: Sendable>(_ body: @escaping @Sendable (LedgerReader) throws -> Result) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive { try self.readHere(body) }
  }

  private func readHere<Result>(_ body: (LedgerReader) throws -> Result) throws -> Result {
    let lent = try idle.withLock { $0.popLast() } ?? Lent(reader: LedgerReader(path: path, reading: Formats.reading))
    // A reader that failed is not used again.
    let result = try body(lent.reader)
    idle.withLock { if $0.count < Self.mostIdle { $0.append(lent) } }
    return result
  }

  /// Closes the readers that nobody uses.
  func close() { idle.withLock { $0.removeAll() } }
}

import Foundation
import Herald
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
      guard named == nil || named == own else {
        throw Problem(
          .roleMissing, "The token `\(token.id)` is for the app `\(own)` alone.", at: "app",
          why: "the request is about `\(named ?? "")`", fix: "use a token that is for this app")
      }
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

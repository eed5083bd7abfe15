import HeraldLog

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

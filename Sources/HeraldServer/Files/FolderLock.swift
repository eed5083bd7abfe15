import HeraldLog

/// Keeps a second server from a folder. It ends with the process.
final class FolderLock: Sendable {
  private let lock: WriterLock

  /// - Throws: ``ServerError`` where another process serves the folder.
  init(_ folder: String) throws {
    do { lock = try WriterLock(ledger: "\(folder)/serve") } catch let error as LedgerError {
      guard error.diagnostic.code.name == "busy" else { throw error }
      throw ServerError(
        .folderInUse, "Another server uses the folder `\(folder)`.", file: folder, why: error.diagnostic.what)
    }
  }
}

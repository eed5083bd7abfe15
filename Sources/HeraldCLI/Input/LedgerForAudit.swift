import Foundation
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// A plain log as a ledger in a folder for temporary files, so that heads can be compared with its chain.
final class LedgerForAudit {
  /// The ledger's events under the name of the log.
  let events: LoggedEvents
  private let folder: URL

  /// Imports a log.
  ///
  /// - Returns: nil for a ledger, which has a chain.
  /// - Throws: what importing a log throws.
  init?(of name: String, reading: ReadingOptions) throws {
    guard case .lines(let source) = try LogInput(name) else { return nil }
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("herald-\(UUID().uuidString)")
    // The log may be about people, and others may read what stands in that folder.
    try files.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    do {
      events = try Self.imported(source, named: name, into: folder, reading: reading)
    } catch {
      try? files.removeItem(at: folder)
      throw error
    }
  }

  private static func imported(
    _ source: ByteSource, named name: String, into folder: URL, reading: ReadingOptions
  ) throws -> LoggedEvents {
    let path = folder.appendingPathComponent("log.sqlite").path
    let ledger = try Ledger(path: path)
    let progress = Progress(name)
    _ = try ledger.importLog(
      source, options: reading, report: Failure.tell, progress: { progress.at(bytes: $0, of: source.size) })
    progress.end()
    try ledger.close()
    let reader = try LedgerReader(path: path, reading: Formats.reading)
    return LoggedEvents(
      reader, named: LogName(name), reading: reading, progress: { ReadingProgress(Progress($0)) }, tell: Failure.tell)
  }

  /// The heads of installations. The journal of the ledger that they came from is not in its log.
  static func comparable(_ heads: [StreamHead]) -> [StreamHead] {
    heads.filter { !$0.source.string.hasPrefix(LedgerNotice.sourcePrefix) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

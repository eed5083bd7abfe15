import Foundation
package import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// A copy of a server's folder, made while the server runs or not.
package struct FolderBackup {
  /// The apps.
  package let apps: [BackedUpApp]
  /// The size of all files in bytes.
  package let bytes: Int

  /// The share of copying in the progress of a ledger; the rest is the audit.
  private static let copying = 0.4

  /// Copies a folder. Each file is as it was at one moment; every ledger is audited, and its heads are kept beside it.
  ///
  /// Nothing appears at the target unless all of it is durable.
  ///
  /// - Parameters:
  ///   - folder: the server's folder.
  ///   - target: a folder that is new or empty.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``ServerError`` for other folders, and where a ledger is not what was written to it; `LedgerError`.
  package static func make(
    of folder: String, at target: String, now: Timestamp, progress: @escaping (Double) -> Void
  ) throws -> FolderBackup {
    try ServerFile.check(folder)
    let target = try NewFolder(target)
    var manifest = BackupManifest(made: now)
    func add(_ path: String, copyingSQLite told: ((Double) -> Void)? = nil) throws {
      let (source, copy) = ("\(folder)/\(path)", try target.place(path))
      guard FileManager.default.fileExists(atPath: source) else { return }
      guard let told else {
        return manifest.files.append(BackupManifest.File(path: path, sum: try SyncedFile.copy(source, to: copy)))
      }
      try SQLiteCopy.make(of: source, at: copy, progress: told)
      if path == ServerFile.tables { try ServerTables.endSessions(inCopy: copy) }
      chmod(copy, 0o600)
      try SyncedFile.sync(copy)
      manifest.files.append(BackupManifest.File(path: path, sum: try SyncedFile.sum(of: copy)))
    }
    for plain in ServerFile.plain { try add(plain) }
    try add(ServerFile.tables, copyingSQLite: { _ in })
    let names = try Apps.names(in: "\(folder)/\(ServerFile.apps)")
    let work = Work(sizes: names.map { SyncedFile.size(of: "\(folder)/\(ServerFile.ledger(of: $0))") }, told: progress)
    for (index, name) in names.enumerated() {
      try add(ServerFile.promises(of: name))
      // Before the ledger, so that no receipt is of an event that the copy lacks.
      try add(ServerFile.arrivals(of: name), copyingSQLite: { _ in })
      // Of a folder that no server has opened since files of a kind have a folder.
      try add(ServerFile.olderArrivals(of: name), copyingSQLite: { _ in })
      let ledger = ServerFile.ledger(of: name)
      try add(ledger, copyingSQLite: { work.at(index, $0 * copying) })
      let audit = CopyAudit(ledger: try target.place(ledger), name: "\(folder)/\(ledger)", code: .changedLedger)
      let report = try audit.run { work.at(index, copying + $0 * (1 - copying)) }
      let heads = ServerFile.heads(of: name)
      let sum = try SyncedFile.write(report.headLines, to: try target.place(heads))
      manifest.files.append(BackupManifest.File(path: heads, sum: sum))
      manifest.apps.append(BackedUpApp(name: name, events: report.events, installations: report.heads.count))
    }
    try SyncedFile.write(manifest.json, to: try target.place(BackupManifest.name))
    try target.appear()
    return FolderBackup(apps: manifest.apps, bytes: manifest.files.reduce(0) { $0 + $1.sum.bytes })
  }
}

/// The audit of a ledger, or of a copy of one: it must have exactly what was written to it.
struct CopyAudit {
  let ledger: String
  /// The ledger as errors name it.
  let name: String
  /// The code of an error, which says whose fault it is.
  let code: CopyCode

  /// Recomputes the chain, and derives the tables again.
  ///
  /// - Parameter heads: heads that were kept elsewhere; nil for none. Every stream of the ledger needs one then.
  /// - Returns: the report, which has no breaks.
  /// - Throws: ``ServerError`` where something differs; `LedgerError`.
  func run(against heads: [StreamHead]? = nil, progress: @escaping (Double) -> Void) throws -> ChainReport {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    let report = try reader.auditChain(against: heads ?? []) { progress($0 / 2) }
    guard let first = report.breaks.first else {
      if let heads { try compareNumbers(report, heads) }
      if let difference = try reader.auditDerived(progress: { progress(0.5 + $0 / 2) }) {
        throw changed("the table `\(difference.table)` differs from what the lines say: \(difference.row)")
      }
      return report
    }
    throw changed(
      "\(report.breaks.count == 1 ? "one place differs" : "\(report.breaks.count) places differ"), the first is "
        + "\(first.kind.rawValue) at revision \(first.revision) of `\(first.source)`")
  }

  /// Streams without a head have come in after the heads were written.
  private func compareNumbers(_ report: ChainReport, _ heads: [StreamHead]) throws {
    let known = Set(heads.map(\.source))
    if let foreign = report.heads.first(where: { !known.contains($0.source) }) {
      throw changed("no head was kept of `\(foreign.source)`")
    }
  }

  private func changed(_ why: String) -> ServerError {
    ServerError(code, "`\(name)` is not what was written to it.", file: name, why: why)
  }
}

extension ChainReport {
  /// The heads of all streams and of the journal, a line each, as `herald export --heads` prints them.
  var headLines: [UInt8] {
    var output = JSONWriter()
    for head in heads + (journal.map { [$0] } ?? []) {
      output.head(head)
      output.raw("\n")
    }
    return output.bytes
  }
}

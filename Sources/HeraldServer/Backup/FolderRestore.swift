import Foundation
import Herald
import HeraldQuestions
import HeraldLog

/// A server's folder made from a backup.
package enum FolderRestore {
  /// Makes a folder of a backup. It appears only if every file has the digest that it had and every ledger the heads that
  /// were kept with it.
  ///
  /// The copies are verified, not the backup: what was verified is what a server gets.
  ///
  /// - Parameters:
  ///   - backup: a folder that ``FolderBackup`` made.
  ///   - target: a folder that is new or empty.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``ServerError``; `LedgerError`.
  package static func make(
    of backup: String, at target: String, progress: @escaping (Double) -> Void
  ) throws -> FolderBackup {
    let manifest = try manifest(of: backup)
    let target = try NewFolder(target)
    let files = Dictionary(manifest.files.map { ($0.path, $0.sum) }, uniquingKeysWith: { first, _ in first })
    let heads = Set(manifest.apps.map { ServerFile.heads(of: $0.name) })
    for file in manifest.files where !heads.contains(file.path) {
      let source = "\(backup)/\(file.path)"
      try require(file.sum, is: { try SyncedFile.copy(source, to: try target.place(file.path)) }, source)
    }
    let ledgers = manifest.apps.map { ServerFile.ledger(of: $0.name) }
    let work = Work(sizes: ledgers.map { files[$0]?.bytes ?? 0 }, told: progress)
    for (index, app) in manifest.apps.enumerated() {
      guard files[ledgers[index]] != nil, let sum = files[ServerFile.heads(of: app.name)] else {
        throw changed(backup, "the ledger of `\(app.name)` or its heads are missing")
      }
      let path = "\(backup)/\(ServerFile.heads(of: app.name))"
      try require(sum, is: { try SyncedFile.sum(of: path) }, path)
      let known = try KnownHeads.heads(inLines: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))), of: path)
      let audit = CopyAudit(
        ledger: try target.place(ledgers[index]), name: "\(backup)/\(ledgers[index])", code: .changedBackup)
      _ = try audit.run(against: known) { work.at(index, $0) }
    }
    try target.appear()
    return FolderBackup(apps: manifest.apps, bytes: manifest.files.reduce(0) { $0 + $1.sum.bytes })
  }

  private static func manifest(of backup: String) throws -> BackupManifest {
    let path = "\(backup)/\(BackupManifest.name)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ServerError(
        .noBackup, "`\(backup)` is not a backup.", file: backup, why: "it has no `\(BackupManifest.name)`")
    }
    guard let manifest = BackupManifest(String(decoding: data, as: UTF8.self)) else {
      throw ServerError(
        .noBackup, "`\(backup)` is not a backup that this Herald reads.", file: path,
        why: "its `\(BackupManifest.name)` cannot be read, or a newer Herald wrote it")
    }
    return manifest
  }

  /// - Throws: ``ServerError`` where a file is missing or another one.
  private static func require(_ sum: SyncedFile.Sum, is found: () throws -> SyncedFile.Sum, _ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { throw changed(path, "the file is missing") }
    let found = try found()
    guard found == sum else {
      throw changed(
        path,
        "it has \(found.bytes) bytes with the digest \(found.sha256.prefix(12))…, and had \(sum.bytes) with "
          + "\(sum.sha256.prefix(12))…")
    }
  }

  private static func changed(_ path: String, _ why: String) -> ServerError {
    ServerError(.changedBackup, "`\(path)` is not what was backed up.", file: path, why: why)
  }
}

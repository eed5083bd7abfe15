import Foundation
import Herald
import HeraldLog

/// What an ``Installation`` does with a ledger that SQLite cannot read.
public enum DamagedLedger: Hashable, Sendable {
  /// Leaves the file as it is. Nothing is shown and nothing recorded until somebody repairs it.
  case leave
  /// Renames the file, reports its new name, and begins a new ledger.
  ///
  /// What the device saw before is unknown from then on, so messages may come again. An installation with a name of its
  /// own keeps the name, and its revisions begin at 1 again.
  case setAside
}

extension DamagedLedger {
  /// Whether an error says that a file's bytes are those of no ledger. A full disk or a lock does not.
  static func isDamage(_ error: any Error) -> Bool {
    guard let code = (error as? LedgerError)?.diagnostic.code else { return false }
    return [.notALedger, .damaged].contains { code == Diagnostic.Code($0 as LedgerCode) }
  }

  /// Renames a ledger's files.
  ///
  /// - Parameters:
  ///   - path: the ledger's path.
  ///   - moment: the time in the new name.
  /// - Returns: the ledger's new path.
  /// - Throws: what `FileManager` throws where a file cannot be renamed.
  static func setAside(_ path: String, at moment: Timestamp) throws -> String {
    let aside = "\(path).damaged-\(moment.milliseconds)"
    // The main file comes last: where a crash comes in between, the next start finds it and does the rest.
    for ending in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.moveItem(atPath: path + ending, toPath: aside + ending)
    }
    return aside
  }
}

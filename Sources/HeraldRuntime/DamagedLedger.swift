import Foundation
import Herald
import HeraldLog

/// The treatment of a ledger that SQLite cannot read.
public enum DamagedLedger: Hashable, Sendable {
  /// Leaves the file as it is. Nothing is shown and nothing recorded until somebody repairs it.
  case leave
  /// Renames the file, reports its new name, and begins a new ledger.
  ///
  /// Nothing is known any more of what the device saw before, so messages may come again. An installation with a name
  /// of its own keeps the name, and its revisions begin at 1 again.
  case setAside
}

extension DamagedLedger {
  /// True if an error means that a file's bytes are not a ledger's. A full disk or a lock does not.
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
  /// - Throws: the error of `FileManager` where a file cannot be renamed.
  static func setAside(_ path: String, at moment: Timestamp) throws -> String {
    let aside = "\(path).damaged-\(moment.milliseconds)"
    // The main file comes last: where a crash comes in between, the next start finds it and does the rest.
    for ending in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.moveItem(atPath: path + ending, toPath: aside + ending)
    }
    return aside
  }
}

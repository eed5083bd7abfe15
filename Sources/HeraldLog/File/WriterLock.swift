import Foundation
import SystemPackage

/// Prevents a second process from writing, and reports which process writes.
///
/// The lock is `flock`'s on a file beside the ledger, and ends with the process. SQLite's own locks last for a
/// transaction only, so that two writers would interleave.
package final class WriterLock: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// - Throws: ``LedgerError`` where another process writes.
  package init(ledger: String) throws {
    path = ledger + "-lock"
    do {
      let opened = try FileDescriptor.openLocked(
        path, .readWrite, options: .create, permissions: [.ownerReadWrite, .groupRead, .otherRead], waits: false)
      guard let opened else {
        let owner = Self.owner(of: path)
        throw LedgerError(
          .busy, ledger: ledger, what: "Another process\(owner) writes to `\(ledger)`.",
          why: "a ledger has one writer at a time", fix: "wait until it has finished, and do it again")
      }
      file = opened
      _ = ftruncate(file.rawValue, 0)
      try file.writeAll("\(getpid())\n".utf8)
    } catch let error as Errno {
      throw LedgerError(
        .notWritable, ledger: ledger, what: "`\(ledger)` cannot be written.", why: "\(path): \(error.description)",
        fix: "check the permissions of the folder, and the space left on the disk")
    }
  }

  deinit {
    unlink(path)
    try? file.close()
  }

  private static func owner(of path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.map { $0.isEmpty ? "" : " (\($0))" } ?? ""
  }
}

import Foundation
import SystemPackage

/// Keeps a second writing process out, and tells it which one is in.
///
/// A lock file beside the ledger is locked with `flock`, which a process loses with its life; SQLite's own locks are
/// held for a transaction only, and two writers would interleave.
final class WriterLock {
  private let path: String
  private let file: FileDescriptor

  /// - Throws: ``LedgerError`` where another process writes.
  init(ledger: String) throws {
    path = ledger + "-lock"
    do {
      while true {
        let file = try FileDescriptor.open(
          FilePath(path), .readWrite, options: [.create], permissions: [.ownerReadWrite, .groupRead, .otherRead])
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
          let owner = Self.owner(of: file)
          try? file.close()
          throw LedgerError(
            "busy", ledger: ledger, what: "Another process\(owner) writes to `\(ledger)`.",
            why: "a ledger has one writer at a time", fix: "wait until it has finished, and do it again")
        }
        // Whoever held the lock before may have removed the file in the meantime: then this one is nobody's.
        if Self.isSame(file, path) {
          self.file = file
          break
        }
        try? file.close()
      }
      _ = ftruncate(file.rawValue, 0)
      try file.writeAll("\(getpid())\n".utf8)
    } catch let error as Errno {
      throw LedgerError(
        "notWritable", ledger: ledger, what: "`\(ledger)` cannot be written.", why: "\(path): \(error.description)",
        fix: "check the permissions of the folder, and the space left on the disk")
    }
  }

  deinit {
    unlink(path)
    try? file.close()
  }

  private static func owner(of file: FileDescriptor) -> String {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = (try? buffer.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }) ?? 0
    let text = String(decoding: buffer[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? "" : " (\(text))"
  }

  private static func isSame(_ file: FileDescriptor, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(file.rawValue, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
  }
}

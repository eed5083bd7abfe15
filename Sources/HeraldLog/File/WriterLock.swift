import Foundation
package import SystemPackage

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

extension FileDescriptor {
  /// Opens and locks a file that one process may use at a time. The lock is `flock`'s, which ends with the process.
  ///
  /// The process that held the lock before may have replaced the file. The returned file is the new one at the path.
  ///
  /// - Parameter waits: true to wait for a process that holds the lock.
  /// - Returns: nil where another process holds the lock and `waits` is false.
  /// - Throws: `Errno`.
  package static func openLocked(
    _ path: String, _ mode: AccessMode, options: OpenOptions = [], permissions: FilePermissions? = nil, waits: Bool
  ) throws -> FileDescriptor? {
    while true {
      let file = try open(FilePath(path), mode, options: options, permissions: permissions)
      do {
        guard try file.lock(waits: waits) else {
          try file.close()
          return nil
        }
      } catch {
        try? file.close()
        throw error
      }
      if isSame(file, path) { return file }
      try? file.close()
    }
  }

  private func lock(waits: Bool) throws -> Bool {
    while flock(rawValue, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      let error = Errno(rawValue: errno)
      if error == .wouldBlock { return false }
      guard error == .interrupted else { throw error }
    }
    return true
  }
}

/// True if an open file is still the file at a path.
private func isSame(_ file: FileDescriptor, _ path: String) -> Bool {
  var (mine, there) = (stat(), stat())
  return fstat(file.rawValue, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
    && mine.st_dev == there.st_dev
}

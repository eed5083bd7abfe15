import Foundation
import GRDB
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that a path names: the same file has the same numbers, whatever its name.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil for a path without a file, and for a file that the system does not let this process inspect.
  package init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: found.st_dev), UInt64(truncatingIfNeeded: found.st_ino))
  }
}

/// The place of an open ledger, and the size of the log beside it.
extension Ledger {
  /// True while the ledger's name leads to the file that is open. What is appended to a file that was removed or replaced
  /// is gone with the process.
  package var isInPlace: Bool { FileIdentity(path) == identity }

  /// The size of the write-ahead log in bytes.
  package var logSize: Int {
    var found = stat()
    return stat("\(path)-wal", &found) == 0 ? Int(found.st_size) : 0
  }

  /// Moves the write-ahead log into the ledger's file and empties it, after waiting up to two seconds for readers.
  ///
  /// - Returns: false where a reader keeps the log.
  /// - Throws: ``LedgerError``.
  package func trimLog() throws -> Bool {
    try LedgerFile.naming(path, "emptying its log") {
      try queue.writeWithoutTransaction { database in
        dropAppender()
        return try LedgerFile.emptyLog(of: database, patience: 2)
      }
    }
  }
}

import Foundation
import GRDBSQLite
import HeraldLines

/// The first bytes of a file, read through SQLite's own descriptor of it.
///
/// A process that closes any descriptor of a file loses all of its locks on it (fcntl(2), *Advisory record locking*). A
/// ledger that this process writes would then look unused, and the next program that reads it would remove its
/// write-ahead log, with events that were acknowledged. SQLite closes its descriptors when no lock needs them.
package struct SQLiteFileHead {
  /// The file's size in bytes.
  package let size: Int
  /// At most as many bytes as were asked for; fewer where the file is shorter.
  package let bytes: [UInt8]

  /// Opens the file for reading. No lock is taken, and no file is made beside it.
  ///
  /// - Returns: nil where SQLite cannot open or read the file.
  package init?(of path: String, count: Int) {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(LedgerFile.fileName(path), &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      return nil
    }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    // SQLite's own size of a file of one byte is 0.
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int(status.st_size)
    var bytes = [UInt8](repeating: 0, count: min(count, size))
    let result = bytes.isEmpty ? SQLITE_OK : read(file, &bytes, Int32(bytes.count), 0)
    guard result == SQLITE_OK else { return nil }
    self.bytes = bytes
  }
}

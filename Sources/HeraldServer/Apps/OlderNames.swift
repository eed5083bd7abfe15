import Foundation
import HeraldLog

/// The names that files of a server's folder had before each kind of them had a folder of its own.
extension ServerFile {
  static func olderArrivals(of app: String) -> String { "\(apps)/\(app)\(arrivalsEnding)" }

  private static let arrivalsEnding = ".arrivals.sqlite"
  private static let searchEnding = ".search.sqlite"

  /// Moves the files of older names to their folders, before any is opened.
  ///
  /// A ledger may have such a name too, so the application id in the file decides.
  static func moveOlder(in folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(apps)") {
      let path = "\(folder)/\(apps)/\(name)"
      guard isOlder(path) else { continue }
      if name.hasSuffix(arrivalsEnding) {
        try move(path, to: "\(folder)/\(arrivals(of: String(name.dropLast(arrivalsEnding.count))))")
      } else {
        // An index is made again from the ledger.
        for ending in sqliteEndings { try? FileManager.default.removeItem(atPath: path + ending) }
      }
    }
  }

  /// True for a file beside a ledger that has an older name.
  static func isOlder(_ path: String) -> Bool {
    if path.hasSuffix(arrivalsEnding) { return SQLiteHeader(path)?.application == IntakeLog.applicationID }
    return path.hasSuffix(searchEnding) && SQLiteHeader(path)?.application == 0
  }

  private static func move(_ path: String, to target: String) throws {
    guard !FileManager.default.fileExists(atPath: target) else { return }
    // The log first: a file without its log may lack what was committed, and a log without its file harms nobody.
    for ending in sqliteEndings.reversed() where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.moveItem(atPath: path + ending, toPath: target + ending)
    }
  }

  private static let sqliteEndings = ["", "-wal", "-shm"]
}

/// What an SQLite file says of itself in its first bytes (https://sqlite.org/fileformat2.html, section 1.3).
struct SQLiteHeader {
  /// The application id, a number that a program writes into its files to recognise them; 0 where none was written.
  let application: Int

  /// Nil for a file that cannot be read, and for a file of another kind than SQLite's.
  init?(_ path: String) {
    guard let bytes = SQLiteFileHead(of: path, count: 100)?.bytes, bytes.count == 100,
      bytes.starts(with: Array("SQLite format 3\0".utf8))
    else { return nil }
    application = bytes[68..<72].reduce(0) { $0 << 8 | Int($1) }
  }
}

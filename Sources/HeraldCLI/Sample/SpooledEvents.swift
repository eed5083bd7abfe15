import Foundation
import Herald
import HeraldLog

/// The events of a server in a temporary file, since a sample reads them more than once.
struct SpooledEvents {
  /// The file, a log of JSON Lines.
  let path: String

  /// Reads all events. Progress goes to standard error.
  ///
  /// - Throws: ``ReadingFailure``, and `LogFileError` where the file cannot be written. The file is gone then.
  init(_ events: ServedEvents) async throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-\(UUID().uuidString).jsonl").path
    let progress = Progress(events.endpoint.url)
    defer { progress.end() }
    do {
      // Only its owner may read it: these are the events of others.
      let made = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      guard made, let file = FileHandle(forWritingAtPath: path) else { throw Self.failure(path, "it cannot be made") }
      defer { try? file.close() }
      try await events.read { lines, count in
        progress.at(count: count, "event")
        do {
          try file.write(contentsOf: lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] })
        } catch {
          throw Self.failure(path, "the system says: \(error.localizedDescription)")
        }
      }
    } catch {
      remove()
      throw error
    }
  }

  /// Deletes the file.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static func failure(_ path: String, _ why: String) -> LogFileError {
    LogFileError(
      FileCode.cannotWrite, what: "The server's events cannot be kept while they are read.", file: path, why: why,
      fix: "make room there, or name another folder with the variable TMPDIR")
  }
}

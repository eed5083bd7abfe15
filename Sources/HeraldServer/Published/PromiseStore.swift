import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import SystemPackage

/// The promises of an app, which its policies have to keep: a file of the server's folder as `herald analyze
/// --promises` reads it. No other process writes it.
struct PromiseStore: Sendable {
  private let path: String
  private let folder: String

  /// The name of the file in errors of requests.
  static let name = "promises.json"
  /// The size of the largest file, in bytes.
  static let largest = 64 << 10

  /// - Parameter folder: the server's folder.
  init(folder: String, app: String) {
    self.folder = "\(folder)/\(ServerFile.promises)"
    path = "\(folder)/\(ServerFile.promises(of: app))"
  }

  /// The text of the file; nil where the app has no promises.
  ///
  /// - Throws: ``ServerError`` for a file that cannot be read.
  func text() throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw failed("`\(path)` cannot be read.", why: error.localizedDescription)
    }
  }

  /// The statements; none where the app has no promises.
  ///
  /// - Throws: ``ServerError`` for a file that cannot be read, or has something else in it.
  func promises() throws -> [Promise] {
    guard let text = try text() else { return [] }
    do { return try PromiseFile(text, named: Self.name).promises } catch {
      throw failed("`\(path)` is not a file of promises.", why: error.words)
    }
  }

  /// The digest of the file; nil where the app has no promises.
  ///
  /// - Throws: ``ServerError`` for a file that cannot be read.
  func digest() throws -> ExactString? { try text().map { Digest.of($0) } }

  /// Replaces the file, durably when this returns: a crash leaves the one before or this one.
  ///
  /// - Parameter text: the text; nil removes the file.
  /// - Throws: ``ServerError``, and ``Problem`` where the disk is full.
  func write(_ text: String?) throws {
    do {
      if let text {
        // No app's name begins with a dot.
        let draft = "\(folder)/.\((path as NSString).lastPathComponent).part"
        try? FileManager.default.removeItem(atPath: draft)
        try SyncedFile.write(Array(text.utf8), to: draft)
        guard rename(draft, path) == 0 else { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
      } else if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try SyncedFile.sync(folder)
    } catch let error as LogFileError {
      throw Problem(.noSpace, "The promises cannot be stored.", why: error.diagnostics.first?.why ?? "the disk is full")
        .retrying(after: 60)
    } catch {
      throw failed("`\(path)` cannot be written.", why: error.words)
    }
  }

  private func failed(_ what: String, why: String) -> ServerError {
    ServerError(
      .serverFailed, what, file: path, why: why,
      fix: "look whether this user may read and write it; restore it from a backup, or send the promises again")
  }
}

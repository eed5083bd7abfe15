import Foundation
import HeraldLog

/// A page of the documentation that a command writes.
struct MarkdownPage {
  /// The file's name.
  let name: String
  let text: String

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(_ pages: [MarkdownPage], to folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for page in pages {
        try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(page.name))
      }
    } catch {
      throw LogFileError(
        .cannotWrite, what: "The pages cannot be written to `\(folder)`.", file: folder,
        why: "the system says: \(error.localizedDescription)", fix: "check the path and the permissions")
    }
  }
}

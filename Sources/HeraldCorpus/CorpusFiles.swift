package import Foundation
import HeraldLog

/// The files of a corpus.
package enum CorpusFiles {
  /// The files of a name in a folder and its subfolders, sorted by their path.
  ///
  /// - Parameters:
  ///   - name: the name, such as `log.jsonl`.
  ///   - corpus: the folder's path, relative to the working folder or not.
  /// - Throws: `LogFileError` for a folder that cannot be read, because its cases would be passed over.
  package static func named(_ name: String, in corpus: String) throws -> [URL] {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    var unread: (path: String, why: String)?
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil, options: []) { url, error in
      // A corpus that is not there has no files.
      if FileManager.default.fileExists(atPath: url.path) { unread = unread ?? (url.path, error.localizedDescription) }
      return true
    }
    var found: [URL] = []
    for case let file as URL in files ?? .init() where file.lastPathComponent == name {
      found.append(file.standardizedFileURL)
    }
    if let unread {
      throw LogFileError(
        .cannotOpen, what: "A folder of the corpus cannot be read.", file: unread.path, why: unread.why,
        fix: "let this user read it, or name the folders to test")
    }
    return found.sorted { $0.path < $1.path }
  }
}

import Herald
import HeraldLog

/// Reads the file of `--documents`: documents that a part of a log lacks, as JSON Lines of
/// `{"digest":…,"document":…}`.
enum DocumentsFile {
  static func read(_ path: String) throws -> [ExactString: String] {
    let bytes = try LogInput.file(path).all(atMost: 1 << 30)
    var documents: [ExactString: String] = [:]
    for (place, line) in bytes.split(separator: 0x0A).enumerated() {
      guard let text = String(validating: line, as: UTF8.self), let node = try? JSONNode.read(text).node,
        let document = node[name: "document"]?.string, let digest = node[name: "digest"]?.string
      else { throw unreadable(path, place + 1) }
      guard Digest.of(document).string == digest else { throw otherDigest(path, place + 1) }
      documents[ExactString(digest)] = document
    }
    return documents
  }

  private static func unreadable(_ path: String, _ line: Int) -> LogFileError {
    LogFileError(
      ExportCode.badDocuments, what: "Line \(line) of `\(path)` is not a document.", file: path,
      why: "each line gives one as {\"digest\":…,\"document\":…}, both texts", fix: "write the line so, or remove it")
  }

  private static func otherDigest(_ path: String, _ line: Int) -> LogFileError {
    LogFileError(
      LogCode.digestMismatch, what: "The document in line \(line) of `\(path)` has another digest.", file: path,
      why: "the document was changed since it was fetched", fix: "write the document as it arrived")
  }
}

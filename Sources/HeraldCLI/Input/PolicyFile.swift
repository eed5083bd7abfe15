import Herald
import HeraldLog

/// A policy document in a file.
enum PolicyFile {
  static func document(at path: String, format: String) throws -> Document {
    let source = try LogInput.file(path)
    let bytes = try source.all(atMost: Document.sizeLimit * 4)
    try InputMistake.checkPolicy(path, bytes: bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LogFileError(
        .notUTF8, what: "`\(path)` is not UTF-8.", file: path, why: "policies are JSON, which is UTF-8 (RFC 8259)",
        fix: "save the file as UTF-8")
    }
    return Document(text: text, format: ExactString(format))
  }
}

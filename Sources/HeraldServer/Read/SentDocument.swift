import Herald
import HeraldFormats
import HeraldLog
import Hummingbird

extension Request {
  /// The size of the largest document that is taken, in bytes.
  static let largestDocument = 1 << 20

  /// The document of the body, in the format that the query names.
  ///
  /// - Throws: ``Problem`` for a body that is too large, or that is not UTF-8.
  func document() async throws -> Document {
    Document(text: try await text(atMost: Self.largestDocument), format: ExactString(query("format") ?? "herald"))
  }

  /// The text of the body.
  ///
  /// - Throws: ``Problem`` for a body that is too large, or that is not UTF-8.
  func text(atMost limit: Int) async throws -> String {
    let bytes = try await BodyReading(document: limit).bytes(of: self)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.badBody, "The document is not UTF-8.", at: "body", why: "its text cannot be read")
    }
    return text
  }
}

extension Document {
  /// - Throws: ``Problem`` for a document that every phone would refuse.
  func checkReadable() throws {
    let read = Formats.read(self)
    guard case .refused = read.reading, let finding = read.diagnostics.last(where: { $0.severity == .error }) else {
      return
    }
    throw Problem(finding, status: 422)
  }
}

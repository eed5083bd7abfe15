import HTTPTypes
import Herald
import HeraldFormats
import Hummingbird

/// The signature that comes with a document: the text of its `.minisig` file, in base64 in a header, so that both go out
/// together.
enum SignatureHeader {
  static func read(_ headers: HTTPFields) throws -> String? {
    guard let value = headers.value(of: "herald-signature") else { return nil }
    guard let bytes = Base64.bytes(of: value.utf8), let text = String(validating: bytes, as: UTF8.self) else {
      throw unreadable("it is no text in base64")
    }
    try check(text)
    return text
  }

  /// Refuses a text that is not a signature file.
  static func check(_ text: String) throws {
    do { _ = try SignatureFile(text) } catch { throw unreadable(error.words) }
  }

  private static func unreadable(_ why: String) -> Problem {
    Problem(
      .badHeader, "The signature cannot be read.", at: "Herald-Signature",
      why: "it is the text of a .minisig file, in base64 where it is a header; \(why)",
      fix: "send `base64 -w0 policy.json.minisig`")
  }

  /// Refuses a signature whose promises name another document: phones would refuse both with `metadataMismatch`.
  ///
  /// - Throws: ``Problem`` where a promised package or revision is not the document's.
  static func check(_ text: String, fits document: Document) throws {
    guard let file = try? SignatureFile(text), case .accepted(let policy) = Formats.reading(document) else { return }
    for promises in file.signatures.map({ SignedPromises($0.comment) }) {
      try expect(promises.packageName?.string, policy.packageName?.string, "package")
      try expect(promises.revision.map(String.init), policy.revision.map(String.init), "revision")
    }
  }

  private static func expect(_ promised: String?, _ found: String?, _ name: String) throws {
    guard let promised, let found, promised != found else { return }
    throw Problem(
      .badHeader, "`Herald-Signature` is the signature of another document.", at: "Herald-Signature",
      why: "it promises \(name) \(promised), and the document has \(found)",
      fix: "sign this one: `herald sign policy.json --key FILE`")
  }
}

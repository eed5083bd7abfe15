import HTTPTypes
import Herald
import Hummingbird

/// The signature that comes with a document: the text of its `.minisig` file, in base64 in a header, so that both go out
/// together.
enum PolicySignature {
  static func read(_ headers: HTTPFields) throws -> String? {
    guard let value = headers.value(of: "herald-signature") else { return nil }
    guard let bytes = Base64.bytes(of: value.utf8), let text = String(validating: bytes, as: UTF8.self),
      (try? SignatureFile(text)) != nil
    else {
      throw Problem(
        .badHeader, "`Herald-Signature` cannot be read.", at: "Herald-Signature",
        why: "it is the text of a .minisig file in base64", fix: "send `base64 -w0 policy.json.minisig`")
    }
    return text
  }
}

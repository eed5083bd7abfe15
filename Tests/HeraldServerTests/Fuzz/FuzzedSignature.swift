import HTTPTypes

@testable import Herald
@testable import HeraldServer

/// A signature file, a public key or a trusted comment.
enum FuzzedSignature {
  static func read(_ form: UInt8, _ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    switch form % 5 {
    case 0: try readFile(text)
    case 1: try readKey(text)
    case 2: try readComment(text)
    case 3: try readHeader(text)
    default: try readBase64(bytes)
    }
  }

  private static let seed = [UInt8](repeating: 7, count: Ed25519.keyCount)
  private static let key = PublicKey(
    id: Array("heraldid".utf8), bytes: Ed25519.publicKey(ofSeed: seed) ?? [UInt8](repeating: 0, count: 32))

  private static func readFile(_ text: String) throws {
    let file: SignatureFile
    do throws(SignatureFileFault) { file = try SignatureFile(text) } catch {
      if error.words.isEmpty || error.line < 1 { throw Disagreement("a fault without a place: \(error)") }
      return
    }
    for signature in file.signatures { try readComment(signature.comment.string) }
    try agree(try? SignatureFile(file.text(naming: "policy.json")), file, "a signature file, written and read")
    if file.signatures.count > 4 { return }
    let trust = try Trust(keys: [key] + file.signatures.map { PublicKey(id: $0.keyID, bytes: key.bytes) })
    let verdict = DocumentBody("{}").verdict(on: ExactString(text), by: trust)
    if case .verified = verdict { throw Disagreement("a signature of a key that never signed is accepted") }
  }

  private static func readKey(_ text: String) throws {
    guard let key = PublicKey(text) else { return }
    try agree(key.text, text, "a public key, written again")
    _ = Ed25519.verifies([UInt8](repeating: 1, count: Ed25519.signatureCount), of: .none, by: key.bytes)
    guard let trust = try? Trust(keys: [text]) else { throw Disagreement("a key makes no trust: \(text)") }
    try agree(Trust(json: trust.json), trust, "a trust, written and read")
  }

  private static func readComment(_ text: String) throws {
    let promises = SignedPromises(ExactString(text))
    _ = promises.findings.map(\.words)
    var plain = promises
    plain = SignedPromises(packageName: plain.packageName, revision: plain.revision, expires: plain.expires)
    try agree(SignedPromises(plain.comment), plain, "promises, written and read")
  }

  private static func readHeader(_ text: String) throws {
    guard let name = HTTPField.Name("herald-signature") else { return }
    guard let read = try? SignatureHeader.read([name: text]) else { return }
    try? SignatureHeader.check(read, fits: Document(text: #"{"packageName":"a","revision":7}"#, format: "herald"))
    try readFile(read)
  }

  private static func readBase64(_ bytes: [UInt8]) throws {
    try agree(Base64.bytes(of: Base64.text(of: bytes).utf8), bytes, "bytes in base64 and back")
    if let decoded = Base64.bytes(of: bytes) {
      try agree(Array(Base64.text(of: decoded).utf8), bytes, "base64 in bytes and back")
    }
  }
}

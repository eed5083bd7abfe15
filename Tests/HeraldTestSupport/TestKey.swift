package import Herald

/// A key that tests sign with.
package struct TestKey: Sendable {
  package let seed: [UInt8]
  package let publicKey: PublicKey

  /// Makes a key whose bytes follow from its number.
  package init(_ number: UInt8) {
    seed = [UInt8](repeating: number, count: Ed25519.keyCount)
    publicKey = PublicKey(
      id: [UInt8](repeating: number, count: PublicKey.idCount), bytes: Ed25519.publicKey(ofSeed: seed) ?? [])
  }

  /// The text of a signature file over a document.
  package func file(_ document: String, _ comment: String) -> ExactString {
    ExactString(SignatureFile([signature(of: document, comment)]).text(naming: "test"))
  }

  package func signature(of document: String, _ comment: String) -> DetachedSignature {
    let comment = ExactString(comment)
    let first = Ed25519.signature(of: Array(document.utf8), seed: seed) ?? []
    let second = Ed25519.signature(of: DetachedSignature.signedComment(first, comment), seed: seed) ?? []
    return DetachedSignature(keyID: publicKey.id, signature: first, comment: comment, commentSignature: second)
  }
}

/// The text of a document, with the signatures over it that were verified.
///
/// Many events name one document, so each pair of document and signature is verified once, when an app's keys require
/// it. All events that a reader of a log reads share the object.
package final class DocumentBody: Sendable {
  /// The document, byte for byte.
  package let text: String
  private let known = Guarded<[ExactString: CheckedSignatures]>([:])
  /// A log may bring another signature with each answer; the cache is emptied when it holds this many.
  private static let capacity = 64

  package init(_ text: String) { self.text = text }

  /// The verdict of a signature file on the document.
  ///
  /// - Parameter signature: the file's text.
  package func verdict(on signature: ExactString, by trust: Trust) -> SignatureVerdict {
    let text = text
    return known.with { known in
      if known[signature] == nil {
        if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
        known[signature] = CheckedSignatures(signature)
      }
      return known[signature]?.verdict(of: text, by: trust) ?? .none
    }
  }
}

/// The verdict of a signature file on a document, for an app that trusts some keys.
package enum SignatureVerdict: Hashable, Sendable {
  /// The text is not a signature file, so it counts as none.
  case none
  /// No signature is of a trusted key.
  case unknownKey
  /// Fewer different keys than the threshold have signed both the document and the comment.
  case bad
  /// Enough keys have signed, and their comments differ.
  case commentsDiffer
  case verified(keys: [PublicKey], SignedPromises)
}

/// A signature file and its valid signatures, by key.
private struct CheckedSignatures {
  private let file: SignatureFile?
  private let promises: [SignedPromises]
  private var results: [PublicKey: [Int: Bool]] = [:]

  init(_ text: ExactString) {
    file = try? SignatureFile(text.string)
    promises = (file?.signatures ?? []).map { SignedPromises($0.comment) }
  }

  mutating func verdict(of document: String, by trust: Trust) -> SignatureVerdict {
    guard let file else { return .none }
    var isKnown = false
    var signers: [PublicKey] = []
    var counted: [Int] = []
    for (index, signature) in file.signatures.enumerated() {
      for key in trust.keys where key.id == signature.keyID {
        isKnown = true
        guard isRight(index, signature, of: document, by: key) else { continue }
        if counted.last != index { counted.append(index) }
        // One key under two ids is one signer.
        if !signers.contains(where: { $0.bytes == key.bytes }) { signers.append(key) }
      }
    }
    guard isKnown else { return .unknownKey }
    guard signers.count >= trust.threshold, let first = counted.first else { return .bad }
    let comment = file.signatures[first].comment
    guard counted.allSatisfy({ file.signatures[$0].comment == comment }) else { return .commentsDiffer }
    return .verified(keys: signers, promises[first])
  }

  private mutating func isRight(
    _ index: Int, _ signature: DetachedSignature, of document: String, by key: PublicKey
  ) -> Bool {
    if let known = results[key]?[index] { return known }
    let isRight = signature.isOver(document, by: key)
    results[key, default: [:]][index] = isRight
    return isRight
  }
}

extension DetachedSignature {
  /// True if a key has signed both the document and the comment.
  package func isOver(_ document: String, by key: PublicKey) -> Bool {
    document.withBorrowedBytes { Ed25519.verifies(signature, of: $0, by: key.bytes) }
      && Self.signedComment(signature, comment).withBorrowedBytes {
        Ed25519.verifies(commentSignature, of: $0, by: key.bytes)
      }
  }
}

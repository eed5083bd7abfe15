import Herald

/// The signature file that comes with an answer.
extension FetchOutcome {
  /// The signature file's text; nil where none came.
  var signature: String? {
    switch self {
    case .document(_, _, let signature), .notModified(_, let signature): signature
    case .failed: nil
    }
  }

  var isDocument: Bool { if case .document = self { true } else { false } }

  /// The same answer with a signature file.
  func signed(_ signature: String?) -> FetchOutcome {
    switch self {
    case .document(let text, let validators, _): .document(text: text, validators, signature: signature)
    case .notModified(let validators, _): .notModified(validators, signature: signature)
    case .failed: self
    }
  }
}

extension FetchFault {
  /// True if the server answered that it has no such file, or sent something that is not a signature file.
  var saysThereIsNone: Bool {
    if reason == .tooLarge || reason == .notText { return true }
    return status.map { (400..<500).contains($0) && $0 != 408 && $0 != 429 } ?? false
  }
}

extension TransportHead {
  /// The signature file in the header `Herald-Signature`, in base64; nil without one.
  var signature: String? {
    guard let value = values(of: "herald-signature").first, let bytes = Base64.bytes(of: value.trimmed.utf8),
      bytes.count <= FetchRequest.signatureSizeLimit
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension WebAddress {
  /// The address of the signature file beside a document: its path and `.minisig`, with the same query.
  var signature: WebAddress? {
    let end = target.firstIndex { $0 == "?" } ?? target.endIndex
    return try? WebAddress("\(target[..<end]).minisig\(target[end...])", user: user, password: password)
  }
}

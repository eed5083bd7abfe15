/// The reason why a text is not a signature file, as code and in words.
extension SignatureFileFault {
  /// The fault, as the end of a sentence.
  public var words: String {
    let line = "its line \(line)"
    return switch problem {
    case .noUntrustedComment: "\(line) does not begin with `untrusted comment: `"
    case .noSignature: "\(line) is not the base64 of a key's id and a signature"
    case .prehashed: "\(line) is a signature over a hash, which `minisign -S` makes without `-l`"
    case .noTrustedComment: "\(line) does not begin with `trusted comment: `"
    case .noCommentSignature: "\(line) is not the base64 of a signature over the comment"
    }
  }
}

extension SignedPromises.Finding {
  /// The word that does not count, and why, as a sentence.
  package var words: String {
    switch self {
    case .repeated(let word): "`\(word.shown)` does not count, because a word of its name comes before it."
    case .unreadable(let word): "`\(word.shown)` promises nothing, because its value cannot be read."
    }
  }
}

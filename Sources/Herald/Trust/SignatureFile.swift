/// The text of a signature file in minisign's form, or of several, one after the other.
///
/// ```
/// untrusted comment: signature of policy.json
/// RWQf6LRCGA9i5z…
/// trusted comment: herald package:com.example.shop revision:7 expires:2026-12-20T00:00:00Z
/// VbSsUxHmm…
/// ```
///
/// The second line is `Ed`, the key's id and the signature over the document; the fourth the signature over the first
/// signature and the trusted comment. Lines end with a newline, with a carriage return before it or not. Empty lines
/// between files and after the last are allowed.
public struct SignatureFile: Hashable, Sendable {
  /// The signatures in the order of the text; at least one.
  public let signatures: [DetachedSignature]

  /// Reads a text.
  ///
  /// - Throws: ``SignatureFileFault`` for the first line that does not have the form that its place requires.
  public init(_ text: String) throws(SignatureFileFault) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    var signatures: [DetachedSignature] = []
    var index = 0
    while index < lines.count {
      if lines[index].isEmpty {
        index += 1
        continue
      }
      signatures.append(try DetachedSignature(lines.dropFirst(index).prefix(4), at: index + 1))
      index += 4
    }
    guard !signatures.isEmpty else { throw SignatureFileFault(line: 1, problem: .noUntrustedComment) }
    self.signatures = signatures
  }

  package init(_ signatures: [DetachedSignature]) { self.signatures = signatures }

  /// The text as ``init(_:)`` reads it.
  ///
  /// - Parameter name: the document's name in the untrusted comment; one line.
  package func text(naming name: String) -> String {
    signatures.map { $0.text(naming: name) }.joined()
  }
}

/// One signature of a file: over the document, and over its own comment.
public struct DetachedSignature: Hashable, Sendable {
  /// The id of the key that signed: 8 bytes.
  package let keyID: [UInt8]
  /// The signature over the document: 64 bytes.
  package let signature: [UInt8]
  /// The publisher's promises, as they were signed.
  public let comment: ExactString
  /// The signature over the first one and the comment: 64 bytes.
  package let commentSignature: [UInt8]

  package init(keyID: [UInt8], signature: [UInt8], comment: ExactString, commentSignature: [UInt8]) {
    self.keyID = keyID
    self.signature = signature
    self.comment = comment
    self.commentSignature = commentSignature
  }

  /// The bytes that the second signature covers.
  package static func signedComment(_ signature: [UInt8], _ comment: ExactString) -> [UInt8] {
    signature + Array(comment.string.utf8)
  }

  fileprivate func text(naming name: String) -> String {
    """
    untrusted comment: \(name)
    \(Base64.text(of: PublicKey.algorithm + keyID + signature))
    trusted comment: \(comment)
    \(Base64.text(of: commentSignature))

    """
  }
}

/// The reason why a text is not a signature file.
public struct SignatureFileFault: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The fault of the line.
  public let problem: Problem

  /// A fault of a line of a signature file.
  public enum Problem: Hashable, Sendable {
    /// It does not begin with `untrusted comment: `.
    case noUntrustedComment
    /// It is not the base64 of `Ed`, a key's id and a signature.
    case noSignature
    /// It is a signature over a hash of the document, minisign's kind `ED`, which Herald does not read.
    case prehashed
    /// It does not begin with `trusted comment: `.
    case noTrustedComment
    /// It is not the base64 of a signature over the comment.
    case noCommentSignature
  }
}

extension DetachedSignature {
  fileprivate static let untrusted = Array("untrusted comment: ".utf8)
  fileprivate static let trusted = Array("trusted comment: ".utf8)
  private static let prehashed = Array("ED".utf8)

  /// Reads four lines; fewer at the end of a text that was cut.
  ///
  /// - Parameter number: the number of the first line.
  fileprivate init(_ lines: ArraySlice<Substring.UTF8View>, at number: Int) throws(SignatureFileFault) {
    let lines = Array(lines)
    func line(_ index: Int) -> Substring.UTF8View { index < lines.count ? lines[index] : Substring().utf8 }
    func fault(_ index: Int, _ problem: SignatureFileFault.Problem) -> SignatureFileFault {
      SignatureFileFault(line: number + index, problem: problem)
    }
    guard line(0).starts(with: Self.untrusted) else { throw fault(0, .noUntrustedComment) }
    let start = PublicKey.algorithm.count + PublicKey.idCount
    guard let first = Base64.bytes(of: line(1)), first.count == start + Ed25519.signatureCount else {
      throw fault(1, .noSignature)
    }
    guard first.starts(with: PublicKey.algorithm) else {
      throw fault(1, first.starts(with: Self.prehashed) ? .prehashed : .noSignature)
    }
    guard line(2).starts(with: Self.trusted) else { throw fault(2, .noTrustedComment) }
    guard let second = Base64.bytes(of: line(3)), second.count == Ed25519.signatureCount else {
      throw fault(3, .noCommentSignature)
    }
    self.init(
      keyID: Array(first[PublicKey.algorithm.count..<start]), signature: Array(first[start...]),
      comment: ExactString(String(decoding: line(2).dropFirst(Self.trusted.count), as: UTF8.self)),
      commentSignature: second)
  }
}

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

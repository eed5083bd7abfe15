/// The promises of a publisher in a trusted comment, as words `key:value` between blanks.
///
/// ```swift
/// let promises = SignedPromises("herald package:com.example.shop revision:7 expires:2026-12-20T00:00:00Z")
/// ```
public struct SignedPromises: Hashable, Sendable {
  /// `package:`, the app that the document is for.
  public private(set) var packageName: ExactString?
  /// `revision:`, the document's place in the order in which its publisher signed.
  public private(set) var revision: Int?
  /// `expires:`, the last moment at which the document is current.
  public private(set) var expires: Timestamp?
  /// The words that do not count: repeated words, and words with an unreadable value.
  public private(set) var findings: [Finding] = []

  /// A word of the comment that does not count.
  public enum Finding: Hashable, Sendable {
    /// The word's name occurred before; the first counts.
    case repeated(String)
    /// The word's value cannot be read, so it promises nothing.
    case unreadable(String)
  }

  /// The names that Herald reads.
  package enum Name: String, CaseIterable {
    case package, revision, expires
  }

  /// Reads a comment. Words under other names are ignored.
  public init(_ comment: ExactString) {
    var seen: Set<Name> = []
    for word in comment.string.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      guard let colon = word.firstIndex(of: UInt8(ascii: ":")),
        let name = Name(rawValue: String(Substring(word[..<colon])))
      else { continue }
      let text = String(Substring(word))
      guard seen.insert(name).inserted else {
        findings.append(.repeated(text))
        continue
      }
      if !read(name, String(Substring(word[word.index(after: colon)...]))) { findings.append(.unreadable(text)) }
    }
  }

  package init(packageName: ExactString? = nil, revision: Int? = nil, expires: Timestamp? = nil) {
    self.packageName = packageName
    self.revision = revision
    self.expires = expires
  }

  private mutating func read(_ name: Name, _ value: String) -> Bool {
    switch name {
    case .package:
      packageName = value.isEmpty ? nil : ExactString(value)
      return packageName != nil
    case .revision:
      revision = DecimalNumber(json: value)?.integer
      return revision != nil
    case .expires:
      expires = DeviceTime(rfc3339: value)?.moment
      return expires != nil
    }
  }

  /// The promises, without an expiry that has passed.
  func current(at time: Timestamp) -> SignedPromises {
    SignedPromises(
      packageName: packageName, revision: revision, expires: expires.flatMap { time > $0 ? nil : $0 })
  }

  /// The comment that promises this, as `herald sign` writes it.
  package var comment: ExactString {
    let words = [
      "herald", packageName.map { "package:\($0)" }, revision.map { "revision:\($0)" },
      expires.map { "expires:\($0)" },
    ]
    return ExactString(words.compactMap(\.self).joined(separator: " "))
  }
}

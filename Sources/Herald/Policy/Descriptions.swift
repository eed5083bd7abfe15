/// The texts of a prompt in one language.
public final class PromptTexts: Sendable {
  /// Never blank.
  public let message: String
  public let title: String?
  public let whatIsNew: String?
  public let warnings: String?
  public let imageURL: String?
  /// What the update button says; nil for Herald's own word.
  public let updateButton: String?

  public init(
    message: String, title: String? = nil, whatIsNew: String? = nil, warnings: String? = nil,
    imageURL: String? = nil, updateButton: String? = nil
  ) {
    self.message = message
    self.title = title
    self.whatIsNew = whatIsNew
    self.warnings = warnings
    self.imageURL = imageURL
    self.updateButton = updateButton
  }
}

extension PromptTexts: Hashable {
  private var all: [ExactString?] {
    [message, title, whatIsNew, warnings, imageURL, updateButton].map { $0.map { ExactString($0) } }
  }

  public static func == (left: PromptTexts, right: PromptTexts) -> Bool { left === right || left.all == right.all }
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

/// A rule's texts in all the languages that have one.
public struct Descriptions: Sendable {
  /// A language as the document writes it, and its texts.
  public struct Entry: Hashable, Sendable {
    public let key: ExactString
    public let texts: PromptTexts
    package let tag: String

    public init(key: ExactString, texts: PromptTexts) {
      self.key = key
      self.texts = texts
      tag = Self.tag(key.string)
    }

    /// A language as it is compared: without white space, lower-cased, `_` read as `-`.
    package static func tag(_ text: String) -> String {
      String(String.UnicodeScalarView(text.normalized.unicodeScalars.map { $0 == "_" ? "-" : $0 }))
    }
  }

  public let entries: [Entry]

  /// - Parameter entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { CanonicalJSON.precedes($0.key.string, $1.key.string) }
  }

  /// The texts for a device's language: its tag, then that without its last subtag and so on, then `*`, then the
  /// empty key. Of several keys that are equal so, the device's own spelling, else the first as RFC 8785 sorts.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  public func entry(for language: ExactString?) -> Entry? { entry(for: LanguageTags(language)) }

  func entry(for language: LanguageTags) -> Entry? {
    for candidate in language.candidates {
      // Of equal tags the device's own spelling comes first, then the one that is sorted first.
      var first: Entry?
      for entry in entries where entry.tag.utf8.elementsEqual(candidate.tag.utf8) {
        if entry.key.string.utf8.elementsEqual(candidate.spelling.utf8) { return entry }
        first = first ?? entry
      }
      if let first { return first }
    }
    return entries.first { $0.tag == "*" } ?? entries.first(where: \.tag.isEmpty)
  }
}

/// A device's language and what it falls back to, the nearest first.
struct LanguageTags: Sendable {
  /// The tag as it is compared, and as the device spells it.
  let candidates: [(tag: String, spelling: String)]

  init(_ language: ExactString?) {
    var spelling = language?.string ?? ""
    var tag = Descriptions.Entry.tag(spelling)
    var candidates: [(String, String)] = []
    while !tag.isEmpty {
      candidates.append((tag, spelling))
      tag = Self.withoutLastSubtag(tag)
      spelling = Self.withoutLastSubtag(spelling)
    }
    self.candidates = candidates
  }

  private static func withoutLastSubtag(_ tag: String) -> String {
    guard let cut = tag.unicodeScalars.lastIndex(where: { $0 == "-" || $0 == "_" }) else { return "" }
    return String(tag.unicodeScalars[..<cut])
  }
}

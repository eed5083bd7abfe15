/// A rule's texts by language.
public struct Descriptions: Sendable {
  /// A language as the document writes it, and its texts.
  public struct Entry: Hashable, Sendable {
    /// The language tag, such as `tr` or `*`.
    public let key: ExactString
    /// The texts in the language.
    public let texts: PromptTexts
    package let tag: String

    /// Gives a language its texts.
    public init(key: ExactString, texts: PromptTexts) {
      self.key = key
      self.texts = texts
      tag = LanguageTag.normalized(key.string)
    }
  }

  /// The languages that have texts, as RFC 8785 sorts their keys.
  public let entries: [Entry]
  /// Texts beside Herald's own message, for every language; nil if a language without an entry has no text.
  public let besideOwnMessage: PromptTexts?

  /// - Parameter entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { CanonicalJSON.precedes($0.key.string, $1.key.string) }
    besideOwnMessage = nil
  }

  /// Makes texts for all languages, for a document that names none. Without a message, Herald's own is shown with them.
  public init(inAllLanguages texts: PromptTexts) {
    entries = texts.message == nil ? [] : [Entry(key: "*", texts: texts)]
    besideOwnMessage = texts.message == nil ? texts : nil
  }

  /// The texts for a device's language: by its tag, then without its last subtag and so on, with another script or
  /// none, by the primary subtag, then `*`, then the empty key. Old codes are the new ones (`iw` is `he`). Of several equal keys the device's own spelling wins, otherwise the first as RFC 8785 sorts.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  public func entry(for language: ExactString?) -> Entry? { entry(for: LanguageTags(language)) }

  func entry(for language: LanguageTags) -> Entry? {
    for candidate in language.candidates {
      if let entry = entry(tag: candidate.tag, spelling: candidate.spelling) { return entry }
    }
    return entries.first { $0.tag == "*" } ?? entry(tag: "", spelling: language.blank[...])
  }

  /// The entry of a tag: of equal tags the device's own spelling, else the first in the sorted order.
  private func entry(tag: Substring, spelling: Substring) -> Entry? {
    var first: Entry?
    for entry in entries where entry.tag.utf8.elementsEqual(tag.utf8) {
      if entry.key.string.utf8.elementsEqual(spelling.utf8) { return entry }
      first = first ?? entry
    }
    return first
  }

  /// The texts for a device, with their language.
  struct Choice: Sendable {
    /// Nil for Herald's own message.
    let language: ExactString?
    let texts: PromptTexts
  }

  /// The texts for a device's language; nil if the rule has none for it.
  func choice(for language: LanguageTags) -> Choice? {
    entry(for: language).map { Choice(language: $0.key, texts: $0.texts) }
      ?? besideOwnMessage.map { Choice(language: nil, texts: $0) }
  }
}

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
  /// The languages that the document names without a text.
  package let languagesWithoutText: [ExactString]
  /// Titles and notes by language; nil where each is for all languages.
  private let named: Named?

  /// - Parameter entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  public init(_ entries: [Entry]) { self.init(entries, languagesWithoutText: []) }

  /// - Parameters:
  ///   - entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  ///   - languagesWithoutText: languages that the document names without a text.
  package init(_ entries: [Entry], languagesWithoutText: [ExactString]) {
    self.entries = entries.sorted { CanonicalJSON.precedes($0.key.string, $1.key.string) }
    self.languagesWithoutText = languagesWithoutText
    besideOwnMessage = nil
    named = nil
  }

  /// Makes texts for all languages, for a document that names none. Without a message, Herald's own is shown with them.
  public init(inAllLanguages texts: PromptTexts) {
    languagesWithoutText = []
    entries = texts.message == nil ? [] : [Entry(key: "*", texts: texts)]
    besideOwnMessage = texts.message == nil ? texts : nil
    named = nil
  }

  /// Makes titles and notes by language beside Herald's own message, each found by itself.
  ///
  /// A title or a note that stands alone is for all languages, and where a device's language has none, the first counts.
  package init(titles: [TextInLanguage], notes: [TextInLanguage]) {
    let named = Named(titles: TextsInLanguages(titles), notes: TextsInLanguages(notes))
    (entries, languagesWithoutText) = ([], [])
    besideOwnMessage = PromptTexts(title: titles.first?.text, whatIsNew: notes.first?.text)
    self.named = titles.count > 1 || notes.count > 1 ? named : nil
  }

  /// A text and its language.
  package struct TextInLanguage: Sendable {
    let key: ExactString
    let text: String

    /// - Parameter language: nil or blank for every language.
    package init(_ text: String, language: String?) {
      key = ExactString(language.flatMap { $0.isBlank ? nil : $0.trimmed } ?? "*")
      self.text = text
    }
  }

  /// The titles and the notes of a document that has several of them.
  private final class Named: Sendable {
    let titles, notes: TextsInLanguages

    init(titles: TextsInLanguages, notes: TextsInLanguages) {
      self.titles = titles
      self.notes = notes
    }
  }

  /// The texts for a device's language: by its tag, then without its last subtag and so on, with another script or
  /// none, by the primary subtag, then of another region, then `*`, then the empty key. Old codes are the new ones (`iw` is `he`). Of several equal keys the device's own spelling wins, otherwise the first as RFC 8785 sorts.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  public func entry(for language: ExactString?) -> Entry? { entry(for: LanguageTags(language)) }

  func entry(for language: LanguageTags) -> Entry? {
    for candidate in language.candidates {
      if let entry = entry(tag: candidate.tag, spelling: candidate.spelling) { return entry }
    }
    return sibling(of: language) ?? entries.first { $0.tag == "*" } ?? entry(tag: "", spelling: language.blank[...])
  }

  /// A text of the same language for another region, the first by its tag: a reader in `de-AT` reads `de-DE`.
  ///
  /// Chinese is read in the script of the device, and where it names none, rather in the simplified one.
  private func sibling(of language: LanguageTags) -> Entry? {
    guard !language.primary.isEmpty else { return nil }
    var same = entries.filter { LanguageTag.primary(of: $0.tag).utf8.elementsEqual(language.primary.utf8) }
    if language.primary == "zh" {
      let script = language.chineseScript ?? "hans"
      let written = same.filter { LanguageTag.chineseScript(of: $0.tag) == script }
      if !written.isEmpty || language.chineseScript != nil { same = written }
    }
    return same.min { left, right in
      left.tag == right.tag
        ? CanonicalJSON.precedes(left.key.string, right.key.string) : CanonicalJSON.precedes(left.tag, right.tag)
    }
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
    if let named {
      let (title, notes) = (named.titles.choice(for: language), named.notes.choice(for: language))
      return Choice(language: notes.key, texts: PromptTexts(title: title.text, whatIsNew: notes.text))
    }
    return entry(for: language).map { Choice(language: $0.key, texts: $0.texts) }
      ?? besideOwnMessage.map { Choice(language: nil, texts: $0) }
  }
}

/// The texts of one name in several languages.
private struct TextsInLanguages: Sendable {
  private let texts: Descriptions
  private let first: String?

  init(_ all: [Descriptions.TextInLanguage]) {
    first = all.first?.text
    var seen: Set<ExactString> = []
    texts = Descriptions(
      all.count > 1
        ? all.filter { seen.insert($0.key).inserted }
          .map { Descriptions.Entry(key: $0.key, texts: PromptTexts(message: $0.text)) } : [])
  }

  /// The text for a device and its language; the first text, without a language, where none is for the device.
  func choice(for language: LanguageTags) -> (key: ExactString?, text: String?) {
    guard let entry = texts.entry(for: language) else { return (nil, first) }
    return (entry.key, entry.texts.message)
  }
}

extension Descriptions {
  /// The language that the document names for a device and that would give its text, but has none; nil where the text
  /// comes from the language that fits best, or where no language fits.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  func languageWithoutText(for language: ExactString?) -> ExactString? {
    guard !languagesWithoutText.isEmpty else { return nil }
    let missing = languagesWithoutText.map { Entry(key: $0, texts: PromptTexts(message: "")) }
    let best = Descriptions(entries + missing).entry(for: language)
    return best.flatMap { languagesWithoutText.contains($0.key) ? $0.key : nil }
  }
}

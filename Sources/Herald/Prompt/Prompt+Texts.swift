/// The texts that a presenter shows: the document's, otherwise Herald's own in the device's language.
extension Prompt {
  /// One line; never blank.
  public var title: String { written(texts?.title) ?? ownLanguage.texts.words(for: kind).title }

  /// A few sentences; never blank.
  public var message: String { written(texts?.message) ?? ownLanguage.texts.words(for: kind).message }

  /// The release notes; nil if the document has none.
  public var whatIsNew: String? { written(texts?.whatIsNew) }

  /// The title of a button; never blank.
  public func title(of button: Button) -> String {
    let own = ownLanguage.texts.title(of: button)
    return button == .update ? written(texts?.updateButton) ?? own : own
  }

  /// A blank text counts as missing.
  private func written(_ text: String?) -> String? { text.flatMap { $0.isBlank ? nil : $0 } }
}

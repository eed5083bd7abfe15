import Herald

/// The texts of a release, by language where an item has several of one name.
extension AppcastRelease {
  /// - Parameter language: of the channel, for texts that name none.
  func descriptions(_ language: String?) -> Descriptions {
    Descriptions(titles: texts(.title, language), notes: texts(.description, language))
  }

  private func texts(_ key: AppcastKey, _ language: String?) -> [Descriptions.TextInLanguage] {
    (item.texts[key.name] ?? []).compactMap { text in
      Markup.words(of: text.text).map { Descriptions.TextInLanguage($0, language: text.language ?? language) }
    }
  }

  /// The languages of the texts of one name, where they are several and no text is for all others; else empty.
  func ownLanguages(of key: AppcastKey, _ language: String?) -> [String] {
    let texts = (item.texts[key.name] ?? []).filter { Markup.words(of: $0.text) != nil }
    let named = texts.compactMap { text in
      (text.language ?? language).flatMap { $0.isBlank || $0.trimmed == "*" ? nil : $0.trimmed }
    }
    return named.count == texts.count && Set(named.map { ExactString($0) }).count > 1 ? named : []
  }

  /// The addresses of the release notes, which decide nothing.
  var remarks: [Rule.Remark] {
    (item.texts[AppcastKey.notesLink.name] ?? []).filter { !$0.text.isBlank }.map { link in
      Rule.Remark(
        key: "releaseNotesLink" + (link.language.map { " (\($0))" } ?? ""), text: link.text.trimmed)
    }
  }
}

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

  /// The addresses of the release notes, which decide nothing.
  var remarks: [Rule.Remark] {
    (item.texts[AppcastKey.notesLink.name] ?? []).filter { !$0.text.isBlank }.map { link in
      Rule.Remark(
        key: "releaseNotesLink" + (link.language.map { " (\($0))" } ?? ""), text: link.text.trimmed)
    }
  }
}

import Herald

/// The documentation's pages about codes, with the explanations that `herald explain-code` prints.
enum CodePages {
  /// The page that lists all codes, then one page for each name.
  static var all: [MarkdownPage] {
    [MarkdownPage(name: "Codes.md", text: list)]
      + CodeGroup.names.map { CodePage.page(about: $0, CodeGroup.meanings(of: $0)) }
  }

  private static var list: String {
    let groups = CodeGroup.all.map { group in
      "### \(CodePage.heading(group.name))\n\n" + group.codes.map { "- <doc:\(CodePage.name(of: $0.name))>\n" }.joined()
    }
    return """
      # Codes

      Every reason, test, refusal, finding and error has a code that stays, and each code has a page.

      `herald explain-code CODE` says the same in a terminal, and `herald explain-code --pages FOLDER` writes these pages.

      ## Topics

      \(groups.joined(separator: "\n"))
      """
  }

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(to folder: String) throws { try MarkdownPage.write(all, to: folder) }
}

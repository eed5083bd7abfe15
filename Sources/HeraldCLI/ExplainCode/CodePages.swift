import Herald

/// The documentation's pages about codes, with the explanations that `herald explain-code` prints.
enum CodePages {
  /// The page that lists all codes, then one page for each name.
  static var all: [MarkdownPage] {
    let codes = Set(CodeGroup.all.flatMap(\.codes).map(\.name)).sorted()
    return [MarkdownPage(name: "Codes.md", text: list)]
      + codes.map { MarkdownPage(name: "\(name(of: $0)).md", text: text(about: $0)) }
  }

  /// The page's name, which is also its address, such as `Code-period`.
  static func name(of code: String) -> String { "Code-\(code)" }

  private static func text(about code: String) -> String {
    let meanings = CodeGroup.meanings(of: code)
    let abstract = meanings.count == 1 ? meanings[0].explanation.means : "A code with \(meanings.count) meanings."
    let sections = meanings.map { code in
      let explanation = code.explanation
      return """
        ## \(heading(code.kind))

        \(meanings.count == 1 ? "" : explanation.means + "\n\n")- **When**: \(explanation.appears)
        - **What to do**: \(explanation.fix)

        """
    }
    return "# \(code)\n\n\(abstract)\n\n" + sections.joined(separator: "\n")
  }

  private static var list: String {
    let groups = CodeGroup.all.map { group in
      "### \(heading(group.name))\n\n" + group.codes.map { "- <doc:\(name(of: $0.name))>\n" }.joined()
    }
    return """
      # Codes

      Every reason, test, refusal, finding and error has a code that stays, and each code has a page.

      `herald explain-code CODE` says the same in a terminal, and `herald explain-code --pages FOLDER` writes these pages.

      ## Topics

      \(groups.joined(separator: "\n"))
      """
  }

  private static func heading(_ kind: String) -> String { kind.prefix(1).uppercased() + kind.dropFirst() }

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(to folder: String) throws { try MarkdownPage.write(all, to: folder) }
}

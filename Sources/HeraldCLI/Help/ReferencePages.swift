import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// The documentation's pages of the reference, with what `herald help` prints.
enum ReferencePages {
  static var all: [MarkdownPage] {
    let formats = Formats.references.map { ReferenceSection.policy($0, isAlone: true) }
    let own = formats[0]
    return [page("PolicyReference", "Policies", [own, .houseRules], links: formats.dropFirst().map(name))]
      + formats.dropFirst().map { page(name(of: $0), $0.format ?? "", [$0], links: []) }
      + [
        page("EventReference", "Events", [.events], links: []),
        page("FilterReference", "Filters", [.filters], links: []),
        commands,
      ]
  }

  /// The commands in the groups of the help.
  private static var commands: MarkdownPage {
    let groups = HeraldCommand.groups.map { group in
      "## \(group.name)\n\n"
        + table(
          ["command", "does"],
          group.subcommands.map { command in
            let configuration = command.configuration
            return [code("herald \(configuration.commandName ?? "")"), configuration.abstract]
          })
    }
    let text = """
      # Commands

      The commands of `herald`, by what people do with them.

      `herald --help` lists them in the same groups, and `herald help COMMAND` explains one, with examples.


      """
    return MarkdownPage(name: "CommandReference.md", text: String((text + groups.joined()).dropLast()))
  }

  private static func name(of section: ReferenceSection) -> String { "Format-\(section.format ?? "")" }

  private static func page(
    _ name: String, _ title: String, _ sections: [ReferenceSection], links: [String]
  ) -> MarkdownPage {
    let first = sections[0]
    let body = sections.enumerated().map { index, section in
      (index == 0 ? "" : "## \(section.title)\n\n" + paragraph(section.introduction))
        + section.parts.map { text($0, level: index == 0 ? 2 : 3) }.joined()
    }.joined()
    let abstract = first.introduction[0]
    let rest = paragraph(Array(first.introduction.dropFirst()))
    let topics = links.isEmpty ? "" : "## Topics\n\n### Other formats\n\n" + links.map { "- <doc:\($0)>\n" }.joined()
    let page = "# \(title)\n\n\(abstract)\n\n" + rest + body + topics
    return MarkdownPage(name: "\(name).md", text: page.hasSuffix("\n\n") ? String(page.dropLast()) : page)
  }

  private static func paragraph(_ sentences: [String]) -> String {
    sentences.isEmpty ? "" : sentences.joined(separator: "\n") + "\n\n"
  }

  private static func text(_ part: ReferenceSection.Part, level: Int) -> String {
    let mark = String(repeating: "#", count: level)
    let head = part.title.isEmpty ? "" : "\(mark) \(heading(part.title))\n\n"
    return head + paragraph(part.sentences) + content(part.content)
  }

  private static func heading(_ title: String) -> String {
    title.contains(":") || title.contains(".") ? title : title.prefix(1).uppercased() + title.dropFirst()
  }

  private static func content(_ content: ReferenceSection.Content) -> String {
    switch content {
    case .keys(let object): keys(object)
    case .forms(let forms):
      table(
        ["part", "matches", "example", "matches", "does not match"],
        forms.map { [code($0.form), $0.meaning, code($0.example), values($0.matching), values($0.others)] })
    case .properties:
      table(
        ["property", "means", "value", "filter"],
        KnownProperty.allCases.map { [code($0.rawValue), $0.meaning, code($0.example), code($0.exampleFilter)] })
    case .names(let names): table(["name", "is"], names.map { [code($0.name), $0.meaning] })
    case .sentences(let sentences): sentences.map { "- \($0)\n" }.joined() + "\n"
    }
  }

  private static func keys(_ object: ObjectReference) -> String {
    if object.listedKeys.isEmpty { return "It has no fields.\n\n" }
    let fault = object.usualFault
    let note = fault.map { "A value of another kind: \($0.words).\n\n" } ?? ""
    let rows = object.listedKeys.map { key in
      let otherwise = key.fault == fault ? "" : " Of another kind: \(key.fault.words)."
      let spellings = key.shape.otherSpellings.map { ", \($0)" } ?? ""
      return [
        code(key.name), key.meaning + otherwise, key.shape.name + spellings, key.presenceWords, code(key.example),
      ]
    }
    return note + table(["key", "means", "value", "without it", "example"], rows)
  }

  private static func values(_ values: [String]) -> String {
    values.map { $0.isEmpty ? "nothing" : code($0) }.joined(separator: ", ")
  }

  private static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }.joined()
      + "\n"
  }

  /// - Throws: `LogFileError` where the folder cannot be made, or a page cannot be written.
  static func write(to folder: String) throws { try MarkdownPage.write(all, to: folder) }
}

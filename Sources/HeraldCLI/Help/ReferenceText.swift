import Herald
import HeraldQuestions
import HeraldFormats

/// Writes the reference for a terminal.
struct ReferenceText {
  private let style: Style
  private let width: Int

  init(_ style: Style, width: Int = TerminalWidth.output) {
    self.style = style
    self.width = min(width, 100)
  }

  func text(_ sections: [ReferenceSection]) -> String { sections.map(text).joined(separator: "\n") }

  private func text(_ section: ReferenceSection) -> String {
    let head = heading(section.title.uppercased()) + lines(section.introduction, indent: 0)
    return head + section.parts.map { "\n" + text($0) }.joined()
  }

  private func text(_ part: ReferenceSection.Part) -> String {
    heading(part.title) + lines(part.sentences, indent: 0) + content(part.content)
  }

  private func content(_ content: ReferenceSection.Content) -> String {
    switch content {
    case .keys(let object): return keys(object)
    case .forms(let forms):
      return table(forms.map { ($0.form, [$0.meaning, example($0)]) })
    case .properties:
      return table(
        KnownProperty.allCases.map { property in
          (property.rawValue, [property.meaning, "such as \(property.example), in a filter \(property.exampleFilter)"])
        })
    case .names(let names): return table(names.map { ($0.name, [$0.meaning]) })
    case .sentences(let sentences): return lines(sentences, indent: 2)
    }
  }

  private func heading(_ title: String) -> String { wrapped(title, to: width).map { style.bold($0) + "\n" }.joined() }

  private func keys(_ object: ObjectReference) -> String {
    if object.listedKeys.isEmpty { return lines(["It has no fields."], indent: 2) }
    let fault = object.usualFault
    let note = fault.map { lines(["A value of another kind: \($0.words)."], indent: 0) } ?? ""
    return note
      + table(
        object.listedKeys.map { key in
          var facts = "\(key.shape.name)" + (key.shape.otherSpellings.map { " (\($0))" } ?? "")
          facts += "; \(key.presenceWords)"
          if key.fault != fault { facts += "; of another kind: \(key.fault.words)" }
          return (key.name, [key.meaning, facts, "e.g. \(key.example)"])
        })
  }

  private func example(_ form: FilterForm) -> String {
    func list(_ values: [String]) -> String { values.map { $0.isEmpty ? "(nothing)" : $0 }.joined(separator: ", ") }
    return "\(form.example) matches \(list(form.matching)); not \(list(form.others))"
  }

  /// Rows with a name and paragraphs beside it, or below it where the terminal is narrow. The first paragraph stands out.
  private func table(_ rows: [(name: String, paragraphs: [String])]) -> String {
    let longest = rows.map(\.name.columns).max() ?? 0
    let isNarrow = width < 60 || longest > 26
    let indent = isNarrow ? 6 : longest + 4
    return rows.map { row in
      let blank = String(repeating: " ", count: indent)
      let paragraphs = row.paragraphs.enumerated().flatMap { index, text in
        wrapped(text, to: width - indent).map { index == 0 ? $0 : style.dim($0) }
      }
      let head = "  \(style.bold(row.name))"
      guard !isNarrow else { return ([head] + paragraphs.map { blank + $0 }).joined(separator: "\n") + "\n" }
      let pad = String(repeating: " ", count: indent - 2 - row.name.columns)
      let rest = paragraphs.dropFirst().map { blank + $0 }
      return ([head + pad + (paragraphs.first ?? "")] + rest).joined(separator: "\n") + "\n"
    }.joined()
  }

  private func lines(_ sentences: [String], indent: Int) -> String {
    sentences.flatMap { wrapped($0, to: width - indent) }.map { String(repeating: " ", count: indent) + $0 + "\n" }
      .joined()
  }

  /// A text in lines that end between words.
  private func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.columns + 1 + String(word).columns <= max(width, 20) {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

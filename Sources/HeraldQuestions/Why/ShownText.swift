package import Herald

/// The texts of the prompt that a decision shows, as a user reads them, and where they are written.
package struct ShownText: Sendable {
  /// The prompt.
  package let prompt: Prompt
  /// The texts of the language in the document: the variant's, where the variant has some. Nil for Herald's own message,
  /// for a format that has no languages, and for a document that the log lacks.
  package let place: DocumentPlace?

  /// A text with the name of its place in the prompt.
  package struct Line: Sendable {
    /// A member of `text`, such as `whatIsNew`.
    package let name: StaticString
    /// The text, with its placeholders filled in.
    package let text: String
    /// True for a text of Herald's, because the document has none.
    package let isOwn: Bool

    /// The lines of the text, however they end.
    package var pieces: [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
  }

  /// The title and the message, and the notes and the warnings where the document has some.
  package var lines: [Line] {
    let texts = prompt.texts
    return [
      Line(name: "title", text: prompt.title, isOwn: texts?.title?.isBlank ?? true),
      Line(name: "message", text: prompt.message, isOwn: texts?.message?.isBlank ?? true),
    ]
      + [("whatIsNew", prompt.whatIsNew), ("warnings", prompt.warnings)].compactMap { name, text in
        text.map { Line(name: name, text: $0, isOwn: false) }
      }
  }

  /// The buttons, the most important first, each with its label.
  package var buttons: [(button: Button, label: String)] { prompt.buttons.map { ($0, prompt.title(of: $0)) } }

  /// The language, the variant and the place, in a few words.
  package var origin: String {
    let own = "Herald's own message, in \(prompt.ownLanguage.rawValue)"
    let language = prompt.language.map { "language `\($0.string.shown)`" } ?? own
    let variant = prompt.variant.map { ["variant `\($0.string.shown)`"] } ?? []
    let line = place.map { ["line \($0.line), column \($0.column)"] } ?? []
    return ([language] + variant + line).joined(separator: ", ")
  }
}

extension WhyDecisionAnswer {
  /// The texts of the prompt; nil where nothing is shown.
  package var shownText: ShownText? {
    explanation.decision.prompt.map { prompt in
      ShownText(prompt: prompt, place: shownRule.flatMap { PlaceOfText(of: prompt, in: $0, found).place })
    }
  }

  /// Appends `"text":{…}`; null where nothing is shown.
  func writeText(into output: inout JSONWriter) {
    output.member("text", optional: shownText) { output, text in
      output.object {
        $0.member("title", text.prompt.title)
        $0.member("message", text.prompt.message)
        $0.member("whatIsNew", text.prompt.whatIsNew)
        $0.member("warnings", text.prompt.warnings)
        $0.member("buttons", text.buttons) { output, button in
          output.object {
            $0.member("button", word: button.button)
            $0.member("label", button.label)
          }
        }
        $0.member("own", text.lines.filter(\.isOwn)) { $0.string("\($1.name)") }
        $0.member("language", text.prompt.language)
        $0.member("ownLanguage", text.prompt.ownLanguage.rawValue)
        $0.member("variant", text.prompt.variant)
        $0.member("place") { $0.place(text.place) }
      }
    }
  }

  /// The text in lines of a terminal; empty where nothing is shown.
  func textWords(_ style: Style) -> [String] {
    guard let text = shownText else { return [] }
    let indent = String(repeating: " ", count: 14)
    let lines = text.lines.map { line in
      // Each line of a text by itself, so that only other control characters are made visible.
      let shown = line.pieces.map { String($0).shown }
      return "  \("\(line.name)".padded(to: 12))\(shown.joined(separator: "\n" + indent))"
        + (line.isOwn ? style.dim("  (Herald's own)") : "")
    }
    let buttons = text.buttons.map { "\($0.label.shown) \(style.dim("(\($0.button.rawValue))"))" }
    return [style.bold("Text") + style.dim("  \(text.origin)")] + lines
      + ["  \("buttons".padded(to: 12))\(buttons.joined(separator: ", "))", ""]
  }
}

/// Finds where a document has the texts of a prompt.
private struct PlaceOfText {
  private let prompt: Prompt
  private let rule: Rule
  private let found: FoundDecision

  init(of prompt: Prompt, in rule: Rule, _ found: FoundDecision) {
    (self.prompt, self.rule, self.found) = (prompt, rule, found)
  }

  /// Read again from the document, because a rule keeps the places of what its tests read alone.
  var place: DocumentPlace? {
    guard let language = prompt.language, let start = rule.source.place?.pointer, let document = found.documentInForce,
      let root = try? JSONNode.read(document.text, depthLimit: 64, lenient: true).node
    else { return nil }
    for path in paths(to: language) {
      let tokens = path.map { "/" + JSONPointer.token($0) }.joined()
      if let node = path.reduce(Self.node(at: start, in: root), Self.child) {
        return LineMap(document.text).place(node.place.lowerBound, pointer: start + tokens)
      }
    }
    return nil
  }

  /// The names below the rule of the texts that were shown, in the order in which a decision looks for them.
  private func paths(to language: ExactString) -> [[String]] {
    let hasRisen = prompt.kind.isBlocking && !rule.kind.isBlocking
    let variant = rule.pacing.variants.firstIndex { $0.id == prompt.variant }
    let all: [(descriptions: Descriptions?, path: [String])] = [
      (hasRisen ? rule.pacing.forcedDescriptions : nil, ["forcedDescriptions"]),
      (variant.map { rule.pacing.variants[$0].descriptions }, ["variants", "\(variant ?? 0)", "descriptions"]),
      (rule.descriptions, ["descriptions"]),
    ]
    return all.filter { texts, _ in
      texts?.entries.contains { $0.key == language && $0.texts == prompt.texts } ?? false
    }.map { $0.path + [language.string] }
  }

  private static func node(at pointer: String, in root: JSONNode) -> JSONNode? {
    // A rule's own pointer has no name that is escaped: `/updates/0`.
    pointer.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.reduce(root, child)
  }

  private static func child(of node: JSONNode?, _ name: String) -> JSONNode? {
    switch node?.value {
    case .array(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .object: node?[name: name]
    default: nil
    }
  }
}

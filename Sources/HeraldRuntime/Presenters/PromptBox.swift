public import Herald

/// Draws a prompt for a terminal: a box with title, text and buttons.
public struct PromptBox: Sendable {
  private let words: PromptWords
  private let kind: PromptKind
  /// Columns between the borders.
  private let width: Int

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - prompt: the prompt to draw.
  ///   - columns: the width with borders, at least 24.
  public init(_ prompt: Prompt, columns: Int = 64) {
    words = PromptWords(prompt)
    kind = prompt.kind
    width = max(24, columns) - 4
  }

  /// The lines without colours. Control characters of the prompt's texts are made visible.
  public var lines: [String] {
    var inside = wrapped(words.title) + [""] + wrapped(words.message)
    for detail in words.details { inside += [""] + wrapped(detail) }
    inside += [""] + buttons
    let bar = String(repeating: "─", count: width + 2)
    return ["╭\(bar)╮"] + inside.map { "│ \($0)\(String(repeating: " ", count: max(0, width - $0.columns))) │" }
      + ["╰\(bar)╯"]
  }

  /// The buttons with their titles, as many in a line as fit.
  private var buttons: [String] {
    words.buttons.reduce(into: [String]()) { lines, button in
      let text = "[ \(button.title.shown) ]"
      if let last = lines.last, last.columns + 2 + text.columns <= width {
        lines[lines.count - 1] = last + "  " + text
      } else {
        lines.append(contentsOf: wrapped(text))
      }
    }
  }

  /// The lines of a text, wrapped at blanks, and within words that are longer than a line.
  private func wrapped(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ").map({ String($0).shown }) {
        let last = lines[lines.count - 1]
        if last.isEmpty || last.columns + 1 + word.columns <= width {
          lines[lines.count - 1] = last.isEmpty ? word : last + " " + word
        } else {
          lines.append(word)
        }
        lines.append(contentsOf: pieces(of: lines.removeLast()))
      }
      return lines
    }
  }

  /// The pieces of a line that is too long.
  private func pieces(of line: String) -> [String] {
    var pieces = [""]
    var used = 0
    for scalar in line.unicodeScalars {
      if used + scalar.columns > width {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
      used += scalar.columns
    }
    return pieces
  }
}

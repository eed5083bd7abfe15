import Herald
import HeraldLog
import HeraldQuestions
import Mustache

/// Escapes texts of a log for HTML. Every template names it as its content type.
///
/// Mustache escapes characters, so it misses a quote followed by a combining accent, which ends an attribute. This
/// escapes scalars, and makes invisible ones visible, such as controls and marks that change the direction of writing.
package struct EscapedText: MustacheContentType {
  package init() {}

  /// The text of a value, escaped.
  package func escapeText(_ text: String) -> String { Self.escaped(text) }

  /// The text with what HTML could misread escaped.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.shown.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A text quoted for a shell, so that a command can be copied from a page.
struct ShellWord {
  /// Nil for a text with invisible scalars: the copied command would differ from the one on the page.
  let text: String?

  init(_ word: String) {
    text = word.isEmpty || word.shown != word ? nil : word.shellQuoted
  }

  /// Several words, each quoted, with blanks between them.
  init(_ name: LogName) {
    let words = name.paths.compactMap { ShellWord($0).text }
    text = words.count == name.paths.count ? words.joined(separator: " ") : nil
  }
}

import HeraldQuestions
import Herald
import HeraldLog

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

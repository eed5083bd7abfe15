import Herald

/// A text as a shell takes it, so that a command can be copied from a page.
struct ShellWord {
  /// Nil where the text has what cannot be seen: a command with it would not be the one that is read.
  let text: String?

  init(_ word: String) {
    text = word.isEmpty || word.shown != word ? nil : word.shellQuoted
  }
}

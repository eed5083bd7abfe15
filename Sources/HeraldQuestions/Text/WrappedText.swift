import Herald

extension String {
  /// The text in lines of a width that end between words. The rest of a line stands below its last column of text.
  ///
  /// A word that is longer than a line stays whole. Rows with `│`, which draw boxes and excerpts, stay as they are.
  package func wrapped(to width: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.contains("│") ? String($0) : WrappedLine(String($0), to: width).text }.joined(separator: "\n")
  }

  /// The text's columns on a terminal, without escape sequences for colours.
  package var printedColumns: Int {
    var (columns, isEscape) = (0, false)
    for scalar in unicodeScalars {
      if isEscape {
        isEscape = scalar != "m"
      } else if scalar == "\u{1B}" {
        isEscape = true
      } else {
        columns += scalar.columns
      }
    }
    return columns
  }
}

/// A line that is broken between words.
private struct WrappedLine {
  private(set) var text = ""

  init(_ line: String, to width: Int) {
    guard line.utf8.count > width, line.printedColumns > width else {
      text = line
      return
    }
    let words = Self.words(of: line)
    let indent = Self.indent(of: words, width: width)
    var column = 0
    for (blanks, word) in words {
      let columns = word.printedColumns
      if column + blanks + columns > width, column > indent {
        text += "\n" + String(repeating: " ", count: indent) + word
        column = indent + columns
      } else {
        text += String(repeating: " ", count: blanks) + word
        column += blanks + columns
      }
    }
  }

  /// Each word with the number of blanks before it.
  private static func words(of line: String) -> [(blanks: Int, word: String)] {
    var words: [(blanks: Int, word: String)] = [(0, "")]
    for character in line {
      if character != " " {
        words[words.count - 1].word.append(character)
      } else if words[words.count - 1].word.isEmpty {
        words[words.count - 1].blanks += 1
      } else {
        words.append((1, ""))
      }
    }
    return words
  }

  /// Returns the column of the last part that follows two blanks, in the line's first half; without one, two columns
  /// after the start of the text.
  private static func indent(of words: [(blanks: Int, word: String)], width: Int) -> Int {
    var (column, indent) = (0, min((words.first?.blanks ?? 0) + 2, width / 2))
    for (index, (blanks, word)) in words.enumerated() {
      column += blanks
      if index > 0, blanks > 1, column <= width / 2 { indent = column }
      column += word.printedColumns
    }
    return indent
  }
}

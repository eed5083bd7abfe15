import Foundation
import Herald
import HeraldQuestions

/// Reads lines that a person types and edits at the terminal; from another input, lines as they come.
struct TerminalLines {
  private var editor: LineEditor
  private let prompt: String
  private let isEditable = StandardInput.isTerminal && StandardOutput.isTerminal && Style.output.isCapable

  /// - Parameters:
  ///   - prompt: the text that stands before the line, and was printed already.
  ///   - words: the words that complete the beginning of a line.
  init(prompt: String, completing words: [String]) {
    self.prompt = prompt
    editor = LineEditor(completing: words)
  }

  /// The next line; nil at the end of input.
  mutating func next() throws -> String? {
    var saved = termios()
    guard isEditable, tcgetattr(0, &saved) == 0 else { return readLine() }
    var raw = saved
    // Each byte at once, without an echo; what is printed keeps its line ends.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    tcsetattr(0, TCSADRAIN, &raw)
    defer { tcsetattr(0, TCSADRAIN, &saved) }
    editor.begin()
    let keys = TerminalKeys(Self.readByte)
    while true {
      switch editor.press(keys.next()) {
      case .editing: try draw()
      case .choices(let words):
        try StandardOutput.write("\n\(words.joined(separator: "  "))\n")
        try draw()
      case .line(let line):
        try StandardOutput.write("\n")
        return line
      case .endOfInput: return nil
      case .interrupt:
        try StandardOutput.write("\n")
        tcsetattr(0, TCSADRAIN, &saved)
        kill(getpid(), SIGINT)
      }
    }
  }

  private static func readByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(0, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Draws the part of the line around the cursor that fits the terminal.
  private func draw() throws {
    let space = max(8, TerminalWidth.output - prompt.columns - 1)
    var start = 0
    while String(editor.text[start..<editor.cursor]).columns > space { start += 1 }
    var end = editor.cursor
    while end < editor.text.count, String(editor.text[start...end]).columns <= space { end += 1 }
    let visible = String(editor.text[start..<end]).shown
    let column = prompt.columns + String(editor.text[start..<editor.cursor]).shown.columns
    try StandardOutput.write("\r\u{1B}[K\(prompt)\(visible)\r" + (column > 0 ? "\u{1B}[\(column)C" : ""))
  }
}

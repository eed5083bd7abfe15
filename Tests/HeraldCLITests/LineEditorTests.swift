import Testing

@testable import HeraldCLI

@Suite("Editing a typed line")
struct LineEditorTests {
  private static func typed(_ keys: [TerminalKey], in editor: inout LineEditor) -> [LineEditor.Outcome] {
    keys.map { editor.press($0) }
  }

  private static func text(_ text: String) -> [TerminalKey] { text.map { .text($0) } }

  @Test("Letters are inserted at the cursor, and erased before it and after it")
  func lettersAreEdited() {
    var editor = LineEditor(completing: [])
    _ = Self.typed(
      Self.text("clck x") + [.backspace, .backspace, .left, .left, .text("o"), .home, .delete], in: &editor)
    #expect(String(editor.text) == "lock")
    #expect(editor.cursor == 0)
    _ = Self.typed([.end, .text(" ")] + Self.text("+1d") + [.eraseWord], in: &editor)
    #expect(String(editor.text) == "lock ")
    _ = Self.typed([.left, .left, .eraseToEnd], in: &editor)
    #expect(String(editor.text) == "loc")
    _ = Self.typed([.eraseToStart], in: &editor)
    #expect(editor.text.isEmpty)
  }

  @Test("The lines before come back, and the line that was begun after them")
  func historyComesBack() {
    var editor = LineEditor(completing: [])
    for line in ["launch", "launch", "check"] {
      _ = Self.typed(Self.text(line) + [.enter], in: &editor); editor.begin()
    }
    _ = Self.typed(Self.text("wh") + [.up], in: &editor)
    #expect(String(editor.text) == "check")
    _ = Self.typed([.up, .up, .up], in: &editor)
    #expect(String(editor.text) == "launch")
    _ = Self.typed([.down, .down], in: &editor)
    #expect(String(editor.text) == "wh")
  }

  @Test("A tab completes the first word as far as it is certain, and then lists the choices")
  func tabCompletes() {
    var editor = LineEditor(completing: ["launch", "login", "logout"])
    #expect(Self.typed(Self.text("lo") + [.tab], in: &editor).last == .editing)
    #expect(String(editor.text) == "log")
    #expect(editor.press(.tab) == .choices(["login", "logout"]))
    _ = Self.typed(Self.text("o") + [.tab], in: &editor)
    #expect(String(editor.text) == "logout ")
    #expect(Self.typed([.tab], in: &editor) == [.editing])
  }

  @Test("The end of input ends an empty line alone")
  func endOfInputEndsAnEmptyLine() {
    var editor = LineEditor(completing: [])
    #expect(editor.press(.endOfInput) == .endOfInput)
    _ = Self.typed(Self.text("a") + [.home, .endOfInput], in: &editor)
    #expect(editor.text.isEmpty)
  }

  @Test(
    "Keys are read from the bytes that terminals send",
    arguments: [
      ("\u{1B}[A", TerminalKey.up), ("\u{1B}OB", .down), ("\u{1B}[3~", .delete), ("\u{1B}[1~", .home),
      ("\u{1B}[1;5C", .unknown), ("ü", .text("ü")), ("😀", .text("😀")), ("\r", .enter), ("\u{7F}", .backspace),
      ("\u{3}", .interrupt), ("", .endOfInput), ("\u{1B}[", .endOfInput),
    ])
  func keysAreRead(bytes: String, key: TerminalKey) {
    var rest = Array(bytes.utf8)[...]
    let keys = TerminalKeys { rest.popFirst() }
    #expect(keys.next() == key)
    #expect(rest.isEmpty)
  }

  @Test("A step is meant by its beginning where no other begins so, and only where a person types")
  func stepsAreAbbreviated() throws {
    #expect(PhoneWord.meant(by: "back") == "background")
    #expect(PhoneWord.meant(by: "l") == nil)
    for word in PhoneWord.words { #expect(PhoneWord.meant(by: word) == word) }
    #expect(throws: StepFault.self) { try PhoneStep("back") }
    guard case .background = try PhoneStep("back", isTyped: true) else {
      Issue.record("`back` is not `background`")
      return
    }
  }
}

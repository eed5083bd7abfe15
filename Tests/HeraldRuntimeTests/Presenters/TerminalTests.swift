import Herald
import HeraldRuntime
import Testing

@Suite("A prompt in a terminal")
struct TerminalTests {
  private func prompt(saying message: String, title: String? = nil) async throws -> Prompt {
    let phone = try TestPhone()
    let text = message.replacing("\n", with: "\\n")
    let name = title.map { #""title":"\#($0)","# } ?? ""
    phone.publisher.publish(
      Publisher.document(.optional).replacing(
        #"{"title":"News","message":"Version 2"}"#, with: #"{\#(name)"message":"\#(text)"}"#))
    return try #require(await phone.installation().launched(properties: TestPhone.old).showing).prompt
  }

  @Test("A prompt in a terminal is a box with title, text and buttons")
  func promptIsDrawnAsABox() async throws {
    let prompt = try await prompt(saying: "A new version is here,\nwith cats: 猫が好き.", title: "News")
    #expect(
      PromptBox(prompt, columns: 30).lines == [
        "╭────────────────────────────╮",
        "│ News                       │",
        "│                            │",
        "│ A new version is here,     │",
        "│ with cats: 猫が好き.       │",
        "│                            │",
        "│ [ Update ]  [ Later ]      │",
        "│ [ Skip this version ]      │",
        "╰────────────────────────────╯",
      ])
  }

  @Test(
    "A prompt in a terminal stays in its box, whatever its text",
    arguments: ["x", String(repeating: "long", count: 40), "a \u{1B}[31m red\u{7}", "漢字漢字漢字漢字漢字漢字漢字", "e\u{301}  b"])
  func promptStaysInItsBox(_ message: String) async throws {
    let escaped = message.unicodeScalars.map {
      $0.value < 0x20 ? "\\u00\($0.value < 16 ? "0" : "")\(String($0.value, radix: 16))" : "\($0)"
    }
    let lines = PromptBox(try await prompt(saying: escaped.joined()), columns: 28).lines
    #expect(Set(lines.map(\.columns)) == [28])
    #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } })
  }

  @Test(
    "A prompt in a terminal takes a button by its title or the beginning of it, and asks again",
    arguments: [
      (["update"], Button.update), (["L"], .later), (["", "what", " skip "], .skip), ([], nil),
    ] as [([String], Button?)])
  func buttonIsTakenByItsBeginning(_ typed: [String], _ button: Button?) async throws {
    let (lines, written) = (SharedValue(typed), SharedValue(""))
    let presenter = TerminalPresenter(
      write: { text in written.change { $0 += text } },
      readLine: { lines.change { $0.isEmpty ? nil : $0.removeFirst() } })
    let showing = Showing(id: "p", prompt: try await prompt(saying: "x"))
    #expect(await presenter.present(showing) == button)
    #expect(written.value.contains("update / later / skip? "))
    if let button { await presenter.follow(button, of: showing) }
    #expect(written.value.contains("https://example.com/app") == (button == .update))
  }
}

import Foundation
import Herald
import Testing

@Suite("Words of a shell's command")
struct ShellQuotedTests {
  static let texts = [
    "a/b.jsonl", "", " ", "it's", "a b", "$HOME", "`id`", "\"q\"", "a\\b", "*", "~/x", "-", "#", "é", "日本", "a;b", "!x",
    "a'\u{301};echo b", "'\u{301}",
  ]

  @Test("A shell-quoted word comes back from a shell unchanged", arguments: texts)
  func quotedWordComesBackFromTheShell(text: String) throws {
    let run = try Herald.run(
      ["-c", "printf %s \(text.shellQuoted)"], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(run.output == text)
  }

  @Test(
    "A shell-quoted word carries control characters without showing them to a terminal",
    arguments: ["\u{1B}[2J", "a\nb'c\\", "\u{202E}x"])
  func quotedWordHidesControlCharacters(text: String) throws {
    #expect(text.shellQuoted.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
    let run = try Herald.run(
      ["-c", "LC_ALL=C.UTF-8; printf %s \(text.shellQuoted)"], program: URL(fileURLWithPath: "/bin/bash"))
    #expect(run.output == text)
  }

  @Test("A word that needs no quotes stays as it is")
  func plainWordStaysUnquoted() {
    #expect("/installations/7f3a".shellQuoted == "/installations/7f3a")
    #expect("my log.jsonl".shellQuoted == "'my log.jsonl'")
  }
}

import Foundation
import Testing

@Suite("Views of a ledger after a command")
struct ViewsTests {
  private static let log = "Events/update/forced-until-updated/log.jsonl"

  /// The number of installations whose rows an export of the ledger's own tables still had to make.
  private static func behind(_ ledger: String) throws -> String {
    let run = try Herald.run("export", ledger, "--table", "all", "--as", "sqlite")
    return String(run.output.split(separator: ",")[1])
  }

  @Test("An import and an append leave nothing to be made")
  func importMakesViews() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    #expect(try Self.behind(ledger) == "\"updated\":0")
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let other = scratch.path("a.sqlite")
    #expect(try Herald.run("append", "--ledger", other, input: text).status == 0)
    #expect(try Self.behind(other) == "\"updated\":0")
  }

  @Test("An import and an append leave the views away where they are asked to", arguments: ["import", "append"])
  func viewsAreLeftAway(command: String) throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let words = (command == "import" ? [command, "-"] : [command]) + ["--ledger", ledger, "--without-views"]
    #expect(try Herald.run(words, input: text).status == 0)
    #expect(try Self.behind(ledger) == "\"updated\":1")
  }

  @Test("An append that ends at a bad line leaves views of what it acknowledged")
  func badLineLeavesViews() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let first = text.split(separator: "\n").prefix(2).joined(separator: "\n")
    #expect(try Herald.run("append", "--ledger", ledger, input: first + "\n{}\n").status == 3)
    #expect(try Self.behind(ledger) == "\"updated\":0")
  }
}

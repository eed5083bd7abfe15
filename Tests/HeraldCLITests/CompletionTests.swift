import Foundation
import Testing

@testable import HeraldCLI

@Suite("Completion")
struct CompletionTests {
  private struct Dump: Decodable { var command: Command }
  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?
  }
  private struct Argument: Decodable {
    var kind: String
    var shouldDisplay: Bool
    var valueName: String?
    var completionKind: [String: Kind]?
  }
  private struct Kind: Decodable {}

  @Test("Every argument and option says what shells offer for its value")
  func everyValueHasACompletion() throws {
    let dump = try Herald.run("--experimental-dump-help").output
    let root = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    for command in try #require(root.subcommands).dropLast() {
      for argument in command.arguments ?? [] where argument.kind != "flag" && argument.shouldDisplay {
        #expect(argument.completionKind != nil, "\(command.commandName): \(argument.valueName ?? "")")
      }
    }
  }

  @Test("A completion script defines each function once", arguments: ["bash", "zsh", "fish"])
  func functionsAreDefinedOnce(shell: String) throws {
    let run = try Herald.run("--generate-completion-script", shell)
    #expect(run.status == 0)
    let functions = run.lines.filter { $0.hasSuffix("() {") || $0.hasPrefix("function ") }
    #expect(Set(functions).count == functions.count)
    #expect(run.output.contains("princeofversions"))
  }

  @Test("The installations of a log and of a ledger are offered by the beginning of their names")
  func installationsAreOffered() throws {
    let log = "Events/update/force-becomes-end-of-service/log.jsonl"
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    for file in [log, ledger] {
      #expect(LoggedSources.names(in: ["herald", "why", file], startingWith: "/inst") == ["/installations/5be20f19"])
      #expect(LoggedSources.names(in: ["herald", "why", file], startingWith: "x").isEmpty)
    }
    #expect(LoggedSources.names(in: ["herald", "why", "nothere.jsonl", "."], startingWith: "").isEmpty)
  }

  @Test("The installations of a log are found where its name is quoted, or has a backslash")
  func quotedNamesAreFound() throws {
    let scratch = try Scratch()
    let log = Herald.root.appendingPathComponent(CommandTests.log)
    let file = scratch.path("a b.jsonl")
    try FileManager.default.copyItem(atPath: log.path, toPath: file)
    for word in ["'\(file)'", file.replacing(" ", with: "\\ ")] {
      #expect(!LoggedSources.names(in: ["herald", "why", word], startingWith: "").isEmpty)
    }
  }
}

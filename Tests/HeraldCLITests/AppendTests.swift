import Foundation
import HeraldLog
import Testing

@Suite("herald append while events come")
struct AppendTests {
  private let scratch: Scratch
  private let lines: [String]

  init() throws {
    scratch = try Scratch()
    lines = try String(contentsOf: Herald.root.appendingPathComponent(CommandTests.log), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private func id(_ line: String) throws -> String { String(try #require(line.firstMatch(of: /"id":"([^"]+)"/)?.1)) }

  /// Gives input to a running `herald append`, and returns the first line of its answer; the input stays open meanwhile.
  private func answer(to input: String, after earlier: [String] = []) throws -> String {
    let ledger = scratch.path("l.sqlite")
    if !earlier.isEmpty {
      _ = try Herald.run(["append", "--ledger", ledger], input: earlier.joined(separator: "\n") + "\n")
    }
    let process = Process()
    process.executableURL = Herald.binary
    process.arguments = ["append", "--ledger", ledger]
    let (given, said) = (Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = said
    process.standardError = FileHandle.nullDevice
    try process.run()
    given.fileHandleForWriting.write(Data(input.utf8))
    let answer = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
    try given.fileHandleForWriting.close()
    process.waitUntilExit()
    return answer
  }

  @Test("An event is acknowledged before anything more is read, also after a blank line", .timeLimit(.minutes(30)))
  func blankLineHoldsNothingUp() throws {
    #expect(try answer(to: lines[0] + "\n\n") == id(lines[0]) + "\n")
  }

  @Test("A repeated event is acknowledged before anything more is read", .timeLimit(.minutes(30)))
  func repeatedEventHoldsNothingUp() throws {
    #expect(try answer(to: lines[0] + "\n", after: [lines[0]]) == id(lines[0]) + "\n")
  }

  @Test("An event is acknowledged while half of the next one is there", .timeLimit(.minutes(30)))
  func halfALineHoldsNothingUp() throws {
    #expect(try answer(to: lines[0] + "\n" + lines[1].prefix(20)) == id(lines[0]) + "\n")
  }

  @Test(
    "An id that is not plain is acknowledged as a JSON string in one line",
    arguments: [
      (#"a\nb"#, #""a\u000ab""#), (#"\u001b[31m"#, #""\u001b[31m""#), (#"\u202ea"#, #""\u202ea""#),
      (#"\"a"#, #""\"a""#), ("{a}", #""{a}""#), (#"a\\b"#, #"a\b"#), ("é 1", "é 1"), (#"\u2028\\"#, #""\u2028\\""#),
    ])
  func idIsOneLine(_ id: String, _ acknowledged: String) throws {
    let line =
      #"{"specversion":"1.0","id":"\#(id)","source":"/i","type":"app.backgrounded","time":"2026-03-02T08:00:00Z"}"#
    let run = try Herald.run(["append", "--ledger", scratch.path("l.sqlite")], input: line + "\n")
    #expect(run.output == acknowledged + "\n")
  }

  @Test("The heads at the end, and those after each transaction, are those of the ledger")
  func headsAreTheLedgers() throws {
    let ledger = scratch.path("l.sqlite")
    let input = lines.joined(separator: "\n") + "\n"
    let run = try Herald.run(["append", "--ledger", ledger, "--heads"], input: input)
    // The ledger's own journal has a head too, which no append moves.
    let heads = try Herald.run("export", ledger, "--heads").lines.filter { !$0.contains("urn:herald:ledger:") }
    #expect(run.errors.split(separator: "\n").map(String.init) == heads)
    #expect(run.lines.filter { $0.hasPrefix("{") }.suffix(heads.count) == heads[...])
    let again = try Herald.run(["append", "--ledger", ledger, "--heads"], input: input)
    #expect(again.errors.isEmpty)
    #expect(try again.lines == lines.map(id))
  }
}

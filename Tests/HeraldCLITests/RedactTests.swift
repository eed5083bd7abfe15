import Foundation
import Testing

@Suite("herald export --redact")
struct RedactTests {
  private static let phone = "Events/push/for-another-user/log.jsonl"
  private static let rolledOut = "Events/update/roll-out-raised-from-ten-percent/log.jsonl"

  private static func key(_ scratch: Scratch, _ name: String = "key") throws -> String {
    try scratch.write("sixteen bytes or \(name)", to: name)
  }

  @Test(
    "herald export --redact reads a log as its flags say, and what it prints can be imported and replayed",
    arguments: [
      ("log/begins-at-revision-forty", "--partial"), ("log/with-gaps", "--partial"),
      ("log/bad-lines-left-out", "--skip-invalid"),
    ])
  func redactReadsAsItsFlagsSay(_ log: String, _ flag: String) throws {
    let scratch = try Scratch()
    let path = "Events/\(log)/log.jsonl"
    #expect(try Herald.run("export", path, "--redact").status == 3)
    let run = try Herald.run("export", path, "--redact", flag)
    #expect(run.status == 0)
    let shared = try scratch.write(run.output, to: "shared.jsonl")
    // A line that was left out leaves a gap, and a gap stays one.
    let imported = try Herald.run("import", shared, "--ledger", scratch.path("l.sqlite"), "--partial")
    #expect(imported.status == 0, "\(imported.errors)")
    let states = try Herald.run("replay", shared, "--states", "--format", "json", "--partial")
    #expect(states.status == 0)
    #expect(!states.lines.isEmpty)
  }

  @Test("herald export --redact gives the same lines for a log, plain, packed or piped, and for its ledger")
  func redactGivesTheSameForEveryInput() throws {
    let scratch = try Scratch()
    let key = try Self.key(scratch)
    let plain = try Herald.run("export", Self.phone, "--redact", "--key", key)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.phone), encoding: .utf8)
    #expect(plain.lines.count == text.split(separator: "\n").count)
    let piped = try Herald.run("export", "-", "--redact", "--key", key, input: text)
    let ledger = scratch.path("l.sqlite")
    _ = try Herald.run("import", Self.phone, "--ledger", ledger)
    let stored = try Herald.run("export", ledger, "--redact", "--key", key)
    for run in [piped, stored] {
      #expect(run.status == 0)
      #expect(run.output == plain.output)
    }
    for (tool, ending) in [("gzip", "gz"), ("zstd", "zst")] {
      let file = try scratch.write(text, to: "log-\(ending).jsonl")
      let packing = Process()
      packing.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      packing.arguments = [tool, "-q", file]
      try packing.run()
      packing.waitUntilExit()
      let packed = try Herald.run("export", "\(file).\(ending)", "--redact", "--key", key)
      #expect(packed.output == plain.output)
    }
  }

  @Test("herald export --redact fills tables from the redacted log, be it lines or a ledger")
  func redactFillsTablesOfTheRedactedLog() throws {
    let scratch = try Scratch()
    let key = try Self.key(scratch)
    let shared = try scratch.write(
      try Herald.run("export", Self.phone, "--redact", "--key", key).output, to: "shared.jsonl")
    let ledger = scratch.path("l.sqlite")
    _ = try Herald.run("import", Self.phone, "--ledger", ledger)
    for table in ["events", "prompts", "installations"] {
      let arguments = ["--table", table, "--as", "jsonl"]
      let expected = try Herald.run(["export", shared] + arguments)
      #expect(expected.status == 0)
      #expect(!expected.output.isEmpty)
      for log in [Self.phone, ledger] {
        let run = try Herald.run(["export", log, "--redact", "--key", key] + arguments)
        #expect(run.output == expected.output)
        #expect(run.errors.contains("1 installation redacted"))
      }
    }
    let bad = try Herald.run(
      "export", "Events/refused/not-json-in-the-middle/log.jsonl", "--redact", "--table", "events")
    #expect(bad.status == 3)
    #expect(bad.output.isEmpty)
  }

  @Test("herald export --redact reads a key from a pipe, and keeps no copy of it")
  func redactReadsAKeyFromAPipe() throws {
    let scratch = try Scratch()
    let key = try Self.key(scratch)
    let plain = try Herald.run("export", Self.phone, "--redact", "--key", key)
    let command = "cat '\(key)' | '\(Herald.binary.path)' export \(Self.phone) --redact --key /dev/stdin"
    let piped = try Herald.run(["-c", command], program: URL(fileURLWithPath: "/bin/sh"))
    #expect(piped.output == plain.output)
  }

  @Test("herald export --redact names people under the key of a file, or under one that it draws and forgets")
  func redactNamesPeopleByTheirKey() throws {
    let scratch = try Scratch()
    let (first, second) = (try Self.key(scratch, "a"), try Self.key(scratch, "b"))
    let one = try Herald.run("export", Self.phone, "--redact", "--key", first)
    let other = try Herald.run("export", Self.phone, "--redact", "--key", second)
    let drawn = try Herald.run("export", Self.phone, "--redact")
    #expect(Set([one, other, drawn].map(\.output)).count == 3)
    #expect(one.errors.contains("key from `\(first)`"))
    #expect(drawn.errors.contains("a key was drawn for this export and is forgotten"))
  }

  @Test("herald export --redact refuses a key that is short, missing or malformed, and writes nothing")
  func redactRefusesABadKey() throws {
    let scratch = try Scratch()
    let short = try scratch.write("fifteen bytes..", to: "short")
    let long = try scratch.write(String(repeating: "k", count: 70_000), to: "long")
    for (key, code) in [
      (short, "shortKey"), (long, "tooLarge"), (scratch.path("nowhere"), "cannotOpen"),
      (scratch.path(""), "cannotOpen"),
    ] {
      let run = try Herald.run("export", Self.phone, "--redact", "--key", key)
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("error[\(code)]"))
      #expect(run.errors.contains("fix"))
    }
  }

  @Test("herald export --redact tells on standard error what differs, and ends with status 2 on request")
  func redactEndsWithStatus2OnRequest() throws {
    let scratch = try Scratch()
    let key = try Self.key(scratch)
    let drop = ["--drop", "appVersionName"]
    let run = try Herald.run(["export", Self.rolledOut, "--redact", "--key", key, "--fail-if-changed"] + drop)
    #expect(run.codes == ["changedByRedaction"])
    #expect(run.errors.contains("  9 decisions: test `version` of `update:"))
    #expect(run.errors.contains("  in /installations/p-"))
    #expect(run.status == 2)
    #expect(!run.output.isEmpty)
    let lenient = try Herald.run(["export", Self.rolledOut, "--redact", "--key", key] + drop)
    #expect(lenient.status == 0)
    #expect(lenient.output == run.output)
    let same = try Herald.run("export", Self.phone, "--redact", "--fail-if-changed")
    #expect(same.status == 0)
    #expect(same.errors.contains("the same as in the original but for the names"))
  }

  @Test("herald export --redact prints its warning of a document, and ends with status 0")
  func redactPrintsItsWarningOfADocument() throws {
    let run = try Herald.run("export", "Events/documents/html-instead-of-json/log.jsonl", "--redact")
    #expect(run.status == 0)
    #expect(run.codes.contains("documentKept"))
  }

  @Test("herald export --redact leaves out, coarsens and rounds the properties that it is given")
  func redactLeavesOutCoarsensAndRounds() throws {
    let run = try Herald.run(
      "export", Self.phone, "--redact", "--drop", "deviceModel", "--coarsen", "deviceLanguage=primary", "--round-times",
      "hour", "--utc", "--keep-operations", "--keep-paths")
    #expect(run.status == 0)
    #expect(!run.output.contains("deviceModel"))
    #expect(run.output.contains(#""deviceLanguage":"tr""#))
    #expect(run.lines.allSatisfy { $0.contains(#""time":"2026-05-10T13:00:00.000Z""#) })
    #expect(run.output.contains(#""operation":"operation-"#) == false)
    #expect(run.output.contains("path-") == false)
    #expect(run.errors.contains("properties left out or coarsened: `deviceLanguage`, `deviceModel`"))
    let other = "Events/message/advertised-app-already-installed/log.jsonl"
    let kept = try Herald.run("export", other, "--redact", "--keep", "installed.*")
    #expect(kept.output.contains(#""installed."#))
  }

  @Test(
    "herald export --redact refuses a misspelt option, because it would reveal what was meant to be hidden",
    arguments: [
      (["--drop", "deviceModle"], "Did you mean 'deviceModel'?"),
      (["--coarsen", "deviceModel=major"], "Use one of appVersionName=major"),
      (["--coarsen", "deviceLanguage"], "Use one of"), (["--round-times", "week"], "minute, hour, day"),
    ])
  func redactRefusesAMisspeltOption(arguments: [String], words: String) throws {
    let run = try Herald.run(["export", Self.phone, "--redact"] + arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words))
  }

  @Test(
    "herald export refuses redaction options without --redact, and heads of a redacted log",
    arguments: [
      ["--drop", "deviceModel"], ["--keep-unknown"], ["--key", "k"], ["--redact", "--heads"], ["--redact", "--schema"],
      ["--redact", "--table", "all", "--as", "sqlite"],
      ["--redact", "-o", "shared.jsonl"],
    ])
  func redactRefusesHalfRequests(arguments: [String]) throws {
    let run = try Herald.run(["export", Self.phone] + arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test("herald export --redact refuses a log with a bad line before it writes any of it")
  func redactRefusesABadLineBeforeWriting() throws {
    let run = try Herald.run("export", "Events/refused/not-json-in-the-middle/log.jsonl", "--redact")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
  }
}

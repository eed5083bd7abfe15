import Foundation
import Testing

@Suite("herald export --table")
struct ExportTableTests {
  private static let log = "Events/history/every-type-version-1/log.jsonl"
  private static let tables = ["decisions", "documents", "events", "installations", "prompts", "rules", "updates"]

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("herald export understands --format, as --as was called")
  func formerOptionIsUnderstood() throws {
    let arguments = ["export", Self.log, "--table", "prompts"]
    let jsonl = try Herald.run(arguments + ["--as", "jsonl"])
    #expect(jsonl.status == 0)
    #expect(try Herald.run(arguments + ["--format", "jsonl"]).output == jsonl.output)
    #expect(try !Herald.run("export", "--help").output.contains("--format"))
  }

  @Test(
    "herald export --table makes a folder with a file for each table, and nothing else", arguments: ["csv", "jsonl"])
  func exportWritesAFileForEachTable(_ format: String) throws {
    let scratch = try Scratch()
    let run = try Herald.run(
      "export", Self.log, "--table", "all", "--as", format, "-o", scratch.path("deep/folder"))
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.isEmpty)
    #expect(try names(scratch.path("deep/folder")) == Self.tables.map { "\($0).\(format)" })
  }

  @Test("herald export --table writes a file for a table without rows, too")
  func exportWritesAFileForAnEmptyTable() throws {
    let scratch = try Scratch()
    let log = try scratch.write("", to: "empty.jsonl")
    for format in ["csv", "jsonl"] {
      #expect(try Herald.run("export", log, "--table", "all", "--as", format, "-o", scratch.path("t")).status == 0)
    }
    #expect(try names(scratch.path("t")).count == 14)
    #expect(try String(contentsOfFile: scratch.path("t/rules.jsonl"), encoding: .utf8).isEmpty)
    #expect(try String(contentsOfFile: scratch.path("t/rules.csv"), encoding: .utf8).hasPrefix("digest,rule,"))
  }

  @Test("herald export --table prints one table to standard output with the bytes of its file")
  func exportPrintsOneTableAsItsFile() throws {
    let scratch = try Scratch()
    let run = try Herald.run("export", Self.log, "--table", "prompts", "--as", "jsonl")
    #expect(run.lines.count == 18)
    #expect(
      try Herald.run("export", Self.log, "--table", "prompts", "--as", "jsonl", "-o", scratch.path("p")).status == 0
    )
    #expect(try String(contentsOfFile: scratch.path("p"), encoding: .utf8) == run.output)
  }

  @Test("herald export --table gives the same rows for a log, a packed one on standard input, and a ledger")
  func exportReadsPackedLogsAndLedgers() throws {
    let scratch = try Scratch()
    let arguments = ["--table", "all", "--as", "rows"]
    let expected = try Herald.run(["export", Self.log] + arguments)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    #expect(try Herald.run(["export", "-"] + arguments, input: text).output == expected.output)
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("l.sqlite")).status == 0)
    #expect(try Herald.run(["export", scratch.path("l.sqlite")] + arguments).output == expected.output)
    #expect(Set(expected.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first }).count == 7)
  }

  @Test("herald export --table replaces no file without --force, and never the log itself")
  func exportReplacesNoFileWithoutForce() throws {
    let scratch = try Scratch()
    let file = try scratch.write("mine", to: "prompts.csv")
    let run = try Herald.run("export", Self.log, "--table", "prompts", "-o", file)
    #expect(run.status == 1)
    #expect(run.errors.contains("[fileExists]"))
    #expect(run.errors.contains("--force"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(try Herald.run("export", Self.log, "--table", "prompts", "-o", file, "--force").status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("source,prompt,"))
    let log = try scratch.write(
      String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8), to: "l")
    let folder = try Herald.run(
      "export", Self.log, "--table", "all", "--as", "sqlite", "-o", scratch.folder.path, "--force")
    #expect(folder.errors.contains("[noRegularFile]"))
    let device = try Herald.run("export", Self.log, "--table", "prompts", "-o", "/dev/null", "--force")
    #expect(device.status == 1)
    #expect(device.errors.contains("[noRegularFile]"))
    let own = try Herald.run("export", log, "--table", "prompts", "-o", log, "--force")
    #expect(own.errors.contains("[outputIsLog]"))
  }

  @Test("herald export --table leaves nothing behind where the log is bad", arguments: ["csv", "sqlite", "parquet"])
  func exportOfABadLogLeavesNothing(_ format: String) throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let log = try scratch.write(text + "{}\n", to: "bad.jsonl")
    let tool = try program("cat > /dev/null", scratch)
    let run = try Herald.run(
      [
        "HERALD_PARQUET=\(tool)", Herald.binary.path, "export", log, "--table", "prompts", "--as", format, "-o",
        scratch.path("out"),
      ],
      program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(run.status == 3)
    #expect(try names(scratch.folder.path) == ["bad.jsonl", "tool"])
  }

  @Test(
    "herald export --table names what a wrong use lacks",
    arguments: [
      (["--table", "all"], "-o FOLDER"), (["--table", "prompts", "--as", "parquet"], "-o FOLDER"),
      (["--as", "csv"], "--table"), (["--table", "all", "--as", "sqlite"], "Only a ledger"),
      (["--table", "prompts", "--as", "pieces", "-o", "x"], "standard output"),
      (["--table", "prompts", "--as", "pieces", "--safe-csv"], "--safe-csv"),
      (["--table", "people"], "installations"),
      (["--table", "prompts", "--property", "a-b", "--property", "A.b"], "both make a column `x_A_b`"),
      (["--table", "rules", "--property", "tier"], "prompts"), (["--property", "tier"], "--table"),
    ])
  func exportNamesWhatAWrongUseLacks(_ arguments: [String], _ words: String) throws {
    let run = try Herald.run(["export", Self.log] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
  }

  @Test("herald export --property adds a column to the tables, and to their schema, that have a device's properties")
  func exportAddsColumnsOfProperties() throws {
    let options = ["--property", "deviceBrand", "--property", "no-such"]
    let run = try Herald.run(["export", Self.log, "--table", "prompts"] + options)
    #expect(run.lines.first?.hasSuffix(",unanswered,x_deviceBrand,x_no_such") == true)
    #expect(run.lines.dropFirst().allSatisfy { $0.hasSuffix(",google,") })
    let schema = try Herald.run(["export", "--schema"] + options).output
    #expect(schema.components(separatedBy: "\"x_no_such\"").count == 4)
    let scratch = try Scratch()
    let file = scratch.path("t.sqlite")
    let sqlite = ["--table", "all", "--as", "sqlite", "-o", file]
    #expect(try Herald.run(["export", Self.log] + sqlite + options).status == 0)
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("l.sqlite")).status == 0)
    let own = try Herald.run(["export", scratch.path("l.sqlite"), "--table", "all", "--as", "sqlite"] + options)
    #expect(own.status == 64)
    #expect(own.errors.contains("-o FILE"))
  }

  @Test("herald export asks for a ledger where no table is named")
  func exportWithoutATableNeedsALedger() throws {
    let run = try Herald.run("export", Self.log)
    #expect(run.status == 3)
    #expect(run.errors.contains("[notALedger]"))
    #expect(run.errors.contains("--table"))
  }

  @Test("herald export --table ends each stream where --until says")
  func exportEndsEachStreamAtUntil() throws {
    let run = try Herald.run("export", Self.log, "--table", "events", "--as", "jsonl", "--until", "7")
    #expect(run.lines.count == 7)
  }

  @Test("herald export --table updates a ledger's own tables, and counts the installations that had grown")
  func exportUpdatesALedgersOwnTables() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", Self.log, "--ledger", ledger, "--without-views").status == 0)
    let update = ["export", ledger, "--table", "all", "--as", "sqlite"]
    #expect(try Herald.run(update).output.hasSuffix("\"updated\":1,\"installations\":1}\n"))
    #expect(try Herald.run(update).output.hasSuffix("\"updated\":0,\"installations\":1}\n"))
  }

  @Test("herald export --table reads a part of a log with the documents that the part lacks")
  func exportReadsAPartWithItsDocuments() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let rows = try Herald.run("export", Self.log, "--table", "documents", "--as", "jsonl").lines
    let documents = try rows.map { row in
      let row = try #require(try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
      let given = ["digest": row["digest"] as? String, "document": row["body"] as? String]
      return String(decoding: try JSONSerialization.data(withJSONObject: given), as: UTF8.self)
    }
    // The log no longer has the documents' texts.
    let part = text.split(separator: "\n").map { line in
      line.replacing(/,"document":"(?:[^"\\]|\\.)*"/, with: "") + "\n"
    }.joined()
    let log = try scratch.write(part, to: "part.jsonl")
    let lacking = try Herald.run("export", log, "--table", "rules", "--as", "jsonl")
    #expect(lacking.status == 3)
    #expect(lacking.errors.contains("[unknownDocument]"))
    let file = try scratch.write(documents.joined(separator: "\n"), to: "documents.jsonl")
    let given = try Herald.run("export", log, "--table", "rules", "--as", "jsonl", "--documents", file)
    #expect(given.output == (try Herald.run("export", Self.log, "--table", "rules", "--as", "jsonl").output))
    let bad = try scratch.write(#"{"digest":"sha256:00","document":"x"}"#, to: "bad.jsonl")
    #expect(try Herald.run("export", log, "--table", "rules", "--documents", bad).errors.contains("[digestMismatch]"))
  }

  /// A program in place of the one that writes Parquet.
  private func program(_ text: String, _ scratch: Scratch) throws -> String {
    let path = try scratch.write("#!/bin/sh\n\(text)\n", to: "tool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func parquet(_ tool: String, _ output: String) throws -> Herald.Run {
    try Herald.run(
      [
        "HERALD_PARQUET=\(tool)", Herald.binary.path, "export", Self.log, "--table", "prompts", "--as", "parquet",
        "-o", output,
      ],
      program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  @Test("herald export --table gives the Parquet tool a schema and rows, and moves its files into place")
  func exportHandsRowsToTheParquetTool() throws {
    let scratch = try Scratch()
    let tool = try program(#"cat > "$4/prompts.parquet"; cat "$2" >&2; test "$1 $3" = "--schema -o""#, scratch)
    let run = try parquet(tool, scratch.path("p.parquet"))
    #expect(run.status == 0)
    let written = try String(contentsOfFile: scratch.path("p.parquet"), encoding: .utf8).split(separator: "\n")
    #expect(written.count == 19)
    #expect(written[0].hasPrefix(#"{"table":"prompts","bytes":"#))
    let table = try Herald.run("export", Self.log, "--table", "prompts")
    #expect(written.dropFirst().elementsEqual(table.lines.dropFirst().map { Substring($0) }))
    #expect(run.errors.contains(#""name":"prompts""#))
    #expect(!run.errors.contains(#""name":"events""#))
    #expect(try names(scratch.folder.path) == ["p.parquet", "tool"])
  }

  @Test("herald export --table reports a Parquet tool that is missing or fails, and leaves nothing behind")
  func exportReportsAFailingParquetTool() throws {
    let scratch = try Scratch()
    let missing = try parquet("/nowhere/write", scratch.path("p"))
    #expect(missing.errors.contains("[noParquetTool]"))
    #expect(missing.errors.contains("pip install 'herald-log[parquet]'"))
    for (text, words) in [("exit 127", "Python 3"), ("exit 4", "status 4"), ("exec cat", "cannot be written")] {
      let run = try parquet(try program(text, scratch), scratch.path("p"))
      #expect(run.status == 1)
      #expect(run.errors.contains(words))
      #expect(try names(scratch.folder.path) == ["tool"])
    }
  }
}

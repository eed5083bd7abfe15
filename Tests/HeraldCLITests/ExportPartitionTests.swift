import Foundation
import Testing

@Suite("herald export --partition-by")
struct ExportPartitionTests {
  private static let log = "Events/history/every-type-version-1/log.jsonl"

  /// The paths of all files in a folder, sorted.
  private func files(in folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return paths.filter { $0.contains(".") && !$0.hasSuffix("/") }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("Each row is in one folder, and the tables without days are whole", arguments: ["csv", "jsonl"])
  func eachRowIsInOneFolder(format: String) throws {
    let scratch = try Scratch()
    let (whole, days, ledger) = (scratch.path("whole"), scratch.path("days"), scratch.path("l.sqlite"))
    #expect(try Herald.run("import", Self.log, "--ledger", ledger).status == 0)
    #expect(try Herald.run("export", ledger, "--table", "all", "--as", format, "-o", whole).status == 0)
    let run = try Herald.run(
      "export", ledger, "--table", "all", "--as", format, "--partition-by", "local_date", "-o", days)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    let paths = try files(in: days)
    for table in ["updates", "installations", "rules", "documents"] {
      #expect(try text("\(days)/\(table).\(format)") == text("\(whole)/\(table).\(format)"))
    }
    let heads = format == "csv" ? 1 : 0
    for table in ["events", "decisions", "prompts"] {
      let parts = try paths.filter { $0.hasPrefix(table + "/local_day=") }.map { try text("\(days)/\($0)") }
      #expect(!parts.isEmpty)
      let found = parts.flatMap { $0.split(separator: "\n").dropFirst(heads) }
      let wanted = try text("\(whole)/\(table).\(format)").split(separator: "\n").dropFirst(heads)
      #expect(found.sorted() == wanted.sorted(), "\(table)")
      if heads == 1 { #expect(Set(parts.map { $0.split(separator: "\n")[0] }).count == 1) }
    }
    #expect(!paths.contains { $0.hasPrefix("events.") })
  }

  @Test("A log has no receipts, so all of it is in the folder none")
  func logHasNoReceipts() throws {
    let scratch = try Scratch()
    let days = scratch.path("days")
    #expect(
      try Herald.run("export", Self.log, "--table", "events", "--partition-by", "received", "-o", days).status == 0)
    #expect(try files(in: days) == ["events/received=none/events.csv"])
  }

  @Test("A table without rows has one file with its columns alone")
  func emptyTableHasItsColumns() throws {
    let scratch = try Scratch()
    let log = scratch.path("one.jsonl")
    let first = try #require(try text(Self.log).split(separator: "\n").first)
    try (first + "\n").write(toFile: log, atomically: true, encoding: .utf8)
    let days = scratch.path("days")
    #expect(
      try Herald.run("export", log, "--table", "prompts", "--partition-by", "received", "-o", days).status == 0)
    let file = try text("\(days)/prompts/received=none/prompts.csv")
    #expect(file.hasPrefix("source,prompt,"))
    #expect(file.split(separator: "\n").count == 1)
  }

  @Test("A log in lines, which may be a pipe, is not divided by days of devices' clocks")
  func logIsNotDividedByLocalDate() throws {
    let run = try Herald.run("export", Self.log, "--table", "all", "--partition-by", "local_date", "-o", "x")
    #expect(run.status == 64)
    #expect(run.errors.contains("herald import"))
  }

  @Test("An increment has folders and its token")
  func incrementHasFolders() throws {
    let scratch = try Scratch()
    #expect(try Herald.run("import", Self.log, "--ledger", scratch.path("l.sqlite")).status == 0)
    let run = try Herald.run(
      "export", scratch.path("l.sqlite"), "--table", "all", "--changed-since", "start", "--partition-by", "received",
      "-o", scratch.path("i"))
    #expect(run.status == 0)
    #expect(try text(scratch.path("i/increment.json")) == run.output)
    #expect(try files(in: scratch.path("i")).contains("prompts/received=none/prompts.csv"))
    #expect(try files(in: scratch.path("i")).contains("changed.csv"))
  }

  @Test("Folders of an older export are replaced with --force alone, and never what others put there")
  func olderFoldersAreReplacedWhole() throws {
    let scratch = try Scratch()
    let days = scratch.path("days")
    func export(_ more: String...) throws -> Herald.Run {
      try Herald.run(["export", Self.log, "--table", "prompts", "--partition-by", "received", "-o", days] + more)
    }
    let older = "\(days)/prompts/received=2020-01-01"
    try FileManager.default.createDirectory(atPath: older, withIntermediateDirectories: true)
    try "source\n".write(toFile: older + "/prompts.csv", atomically: true, encoding: .utf8)
    let refused = try export()
    #expect(refused.status != 0)
    #expect(refused.codes == ["fileExists"])
    #expect(try files(in: days) == ["prompts/received=2020-01-01/prompts.csv"])
    try "mine".write(toFile: older + "/notes.txt", atomically: true, encoding: .utf8)
    let kept = try export("--force")
    #expect(kept.status != 0)
    #expect(kept.errors.contains("received=2020-01-01/notes.txt"))
    #expect(try text(older + "/notes.txt") == "mine")
    try FileManager.default.removeItem(atPath: older + "/notes.txt")
    #expect(try export("--force").status == 0)
    #expect(try files(in: days) == ["prompts/received=none/prompts.csv"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path(".")).allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test(
    "What does not go together with --partition-by is refused before anything is read",
    arguments: [
      ["--table", "all"], ["--table", "rules", "-o", "x"], ["--table", "all", "--as", "sqlite", "-o", "x"],
      ["--table", "events", "--as", "rows"], ["-o", "x"], [],
    ])
  func otherOptionsAreRefused(_ options: [String]) throws {
    #expect(try Herald.run(["export", "no such file", "--partition-by", "received"] + options).status == 64)
    let hour = ["export", "no such file", "--table", "all", "--partition-by", "hour", "-o", "x"]
    #expect(try Herald.run(hour).status == 64)
  }
}

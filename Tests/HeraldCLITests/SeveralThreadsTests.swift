import Foundation
import Testing

/// Commands that replay a ledger on several threads.
@Suite("Several threads")
struct SeveralThreadsTests {
  private static let logs = [
    "attention/twice-a-day-and-five-a-week", "attention/a-budget-filled-by-a-force", "clock/traveller-changes-zone",
    "deadline/three-times-later-and-then-not", "documents/html-instead-of-json", "documents/two-rules-with-one-id",
    "message/three-times-a-week-apart", "message/language-falls-back", "push/for-another-user",
    "session/prompt-already-visible", "update/range-written-as-or", "update/skipped-until-the-next-version",
    "variants/two-texts-for-two-halves",
  ]
  private static let policy = """
    {"packageName": "com.example.banco", "updates": [{"id": 7, "updateType": 2, "appVersionFilter": "<99",
    "targetWebsiteUrl": "https://example.com/", "descriptions": {"*": {"message": "Update"}}}]}
    """

  /// A ledger with enough installations to be divided: field logs, each copied for several phones.
  private func ledger(in scratch: Scratch) throws -> String {
    var text = ""
    for copy in 0..<4 {
      for log in Self.logs {
        let lines = try String(
          contentsOf: Herald.root.appendingPathComponent("Events/\(log)/log.jsonl"), encoding: .utf8)
        text += lines.replacing(/"source":"([^"]*)"/) { "\"source\":\"\($0.1)-\(copy)\"" }
      }
    }
    return try ledger(of: text, in: scratch)
  }

  private func ledger(of text: String, in scratch: Scratch) throws -> String {
    let (log, ledger) = (try scratch.write(text, to: "fleet.jsonl"), scratch.path("fleet.sqlite"))
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    return ledger
  }

  /// A log whose installations ran more versions than a page tells apart.
  private static func manyVersions(_ installations: Int) -> String {
    (0..<installations).flatMap { number in
      (1...5).map { launch in
        """
        {"specversion":"1.0","id":"\(number)-\(launch)","source":"/i/\(number)","type":"app.launched",\
        "time":"2026-03-0\(launch)T08:00:00Z","data":{"properties":{"appVersionName":"\(launch).\(number)"}}}

        """
      }
    }.joined()
  }

  @Test(
    "A command answers about a ledger the same on one thread and on three",
    arguments: [
      ["audit", "--all", "--budget", "--format", "json"], ["audit", "--all", "--budget", "--format", "human"],
      ["whatif", "--format", "json"], ["whatif", "--format", "human"], ["whatif", "--until", "2026-03-10T00:00:00Z"],
      ["replay", "--format", "json"], ["export", "--table", "decisions"], ["export", "--table", "rules"],
    ])
  func threadsChangeNothing(_ words: [String]) throws {
    let scratch = try Scratch()
    let ledger = try ledger(in: scratch)
    let policy = try scratch.write(Self.policy, to: "policy.json")
    let more = words[0] == "whatif" ? ["--policy", policy] : []
    func run(_ jobs: String) throws -> Herald.Run {
      try Herald.run(words.prefix(1) + [ledger, "--jobs", jobs] + more + words.dropFirst())
    }
    let (one, three) = (try run("1"), try run("3"))
    #expect([0, 2].contains(one.status))
    #expect(one.output.split(separator: "\n").count > 10)
    #expect(three.output == one.output)
    #expect(three.errors == one.errors)
    #expect(three.status == one.status)
  }

  @Test("The pieces of --as columns have as many rows of each table as its file", arguments: ["1", "3"])
  func piecesHaveTheTablesRows(_ jobs: String) throws {
    let scratch = try Scratch()
    let all = ["export", try ledger(in: scratch), "--table", "all", "--jobs", jobs]
    #expect(try Herald.run(all + ["--as", "jsonl", "-o", scratch.path("tables")]).status == 0)
    let stream = scratch.path("columns")
    let words = [Herald.binary.path] + all + ["--as", "columns"]
    #expect(try Herald.run(["-c", #"exec "$@" > "$0""#, stream] + words, program: Self.shell).status == 0)
    var rows: [String: Int] = [:]
    let pieces = try ColumnPiece.read(stream)
    for piece in pieces { rows[piece.table, default: 0] += piece.rows }
    #expect(rows.count == 7)
    #expect(pieces.count { $0.table == "events" } > 1)
    for (table, count) in rows {
      let file = try Data(contentsOf: URL(fileURLWithPath: scratch.path("tables/\(table).jsonl")))
      #expect(file.count { $0 == UInt8(ascii: "\n") } == count, "\(table)")
    }
  }

  private static let shell = URL(fileURLWithPath: "/bin/sh")

  @Test("Tables of a ledger are the same on one thread and on three", arguments: ["csv", "jsonl"])
  func tablesAreTheSame(_ kind: String) throws {
    let scratch = try Scratch()
    let ledger = try ledger(in: scratch)
    for jobs in ["1", "3"] {
      let words = ["export", ledger, "--table", "all", "--as", kind, "-o", scratch.path(jobs), "--jobs", jobs]
      #expect(try Herald.run(words).status == 0)
    }
    for table in ["events", "decisions", "prompts", "updates", "installations", "rules", "documents"] {
      let one = try Data(contentsOf: URL(fileURLWithPath: scratch.path("1/\(table).\(kind)")))
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("3/\(table).\(kind)"))) == one)
      #expect(one.count > 100)
    }
  }

  @Test(
    "A fleet's page is the same on one thread and on three, whether or not it can tell all versions apart",
    arguments: [nil, 130])
  func pageIsTheSame(_ installationsWithManyVersions: Int?) throws {
    let scratch = try Scratch()
    let ledger =
      try installationsWithManyVersions.map {
        try self.ledger(of: Self.manyVersions($0), in: scratch)
      } ?? ledger(in: scratch)
    let pages = try ["1", "3"].map { jobs in
      #expect(try Herald.run("report", ledger, "-o", scratch.path("\(jobs).html"), "--jobs", jobs).status == 0)
      return try String(contentsOfFile: scratch.path("\(jobs).html"), encoding: .utf8)
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0].contains("installations</span>"))
    #expect(pages[0].contains("other versions") == (installationsWithManyVersions != nil))
  }

  @Test(
    "Threads are refused where there is nothing for them to do",
    arguments: [
      (["why", "log.jsonl", "--jobs", "2"], "Add --others."), (["lint", "policy.json", "--jobs", "2"], "Add --log."),
    ])
  func idleThreadsAreRefused(_ words: [String], _ advice: String) throws {
    let run = try Herald.run(words)
    #expect(run.status == 64)
    #expect(run.errors.contains(advice))
  }

  @Test("No thread at all is refused")
  func noThreadIsRefused() throws {
    let run = try Herald.run("audit", "Events/\(Self.logs[0])/log.jsonl", "--jobs", "0")
    #expect(run.status == 64)
    #expect(run.errors.contains("--jobs is a number from 1."))
  }
}

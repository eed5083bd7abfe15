import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("What strangers send that is refused does not grow without an end")
struct RefusedLineBoundTests {
  /// A file of what came for an app, with limits of its own.
  private static func intake(_ limits: IntakeLimits) throws -> IntakeLog {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-intake-\(UUID().uuidString)").path
    return try IntakeLog(path: path, limits: limits)
  }

  /// The outcome of lines of which none is an event.
  private static func outcome(of batch: LineBatch) throws -> BatchOutcome {
    let ledger = try Ledger(path: FileManager.default.temporaryDirectory.path + "/herald-\(UUID()).sqlite")
    return try #require(try ledger.append([batch]).first)
  }

  private static func store(
    _ lines: some Sequence<String>, token: String = "t", second: Int = 0, in intake: IntakeLog
  ) throws {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let batch = LineBatch(jsonLines: bytes, name: "request")
    let time = Timestamp(milliseconds: Int64(second) * 1000)
    let upload = ReceivedUpload(
      batch: batch, origin: ArrivalOrigin(token: token, address: nil), received: time, sent: nil)
    try intake.store(Arrivals([upload], [try outcome(of: batch)], users: nil, limits: intake.limits))
  }

  private static func kept(_ intake: IntakeLog) throws -> [String] {
    try intake.rejected(atMost: 1000).map { String(decoding: $0.line, as: UTF8.self) }
  }

  @Test("Of lines alike the newest are kept, in one request or in many, and the others are counted")
  func alike() throws {
    var limits = IntakeLimits()
    limits.alike = 3
    let (one, many) = (try Self.intake(limits), try Self.intake(limits))
    let lines = (1...10).map { "bad \($0)" }
    try Self.store(lines, in: one)
    for (second, line) in lines.enumerated() { try Self.store([line], second: second, in: many) }
    for intake in [one, many] {
      #expect(try Set(Self.kept(intake)) == ["bad 8", "bad 9", "bad 10"])
      #expect(intake.figures.counted == 7)
      let reason = try #require(try intake.reasons().first)
      #expect(reason.all == 10)
      #expect(reason.counted?.digest == RejectedLine.digest(of: Array("bad 7".utf8)))
    }
  }

  @Test("A fork that came very often takes the memory of one, and counts as often as it came")
  func manyForks() throws {
    let path = TestedServer.newPath()
    let intake = try IntakeLog(path: path)
    let queue = try DatabaseQueue(path: path)
    let times = 1 << 40
    try queue.write { database in
      try database.execute(
        sql: "INSERT INTO refusals VALUES ('/i/one', 'forked', 1, 2, ?, 5, NULL, 1, 'app.launched', 0)",
        arguments: [times])
    }
    try queue.close()
    let refusals = try #require(try intake.lineRefusals()["/i/one"])
    #expect(refusals.forks(upTo: 3) == 0)
    #expect(refusals.forks(upTo: 4) == times)
  }

  @Test("Forks are counted up to a revision, whether each was added or many at once")
  func addedForks() {
    var (one, many) = (LineRefusals(), LineRefusals())
    let added = [(4, 3), (4, 2), (9, 1), (0, 5), (4, 7)]
    for (revision, count) in added {
      many.appendFork(after: revision, count: count)
      for _ in 0..<count { one.appendFork(after: revision) }
    }
    for limit in 0...10 {
      let counted = added.reduce(0) { $0 + ($1.0 <= limit ? $1.1 : 0) }
      #expect(one.forks(upTo: limit) == counted)
      #expect(many.forks(upTo: limit) == counted)
    }
  }

  @Test("One key fills a quarter of the bytes and lines, so that the lines of others stay")
  func share() throws {
    var limits = IntakeLimits()
    (limits.bytes, limits.lines) = (400_000, 40)
    let intake = try Self.intake(limits)
    try Self.store(["an honest line"], token: "other", in: intake)
    for round in 1...10 {
      try Self.store((1...20).map { "bad \(round) \($0)" }, token: "stranger", second: round, in: intake)
      try Self.store(
        (1...3).map { "\(round) \($0)" + String(repeating: "x", count: 20_000) }, token: "large", second: round,
        in: intake)
      #expect(intake.figures.lines <= limits.lines)
      #expect(intake.figures.bytes <= limits.bytes)
    }
    #expect(try Self.kept(intake).contains("an honest line"))
    let sums = try intake.read("counting") {
      try Row.fetchAll($0, sql: "SELECT token, count(*) AS lines, sum(size) AS bytes FROM rejected GROUP BY token")
    }
    for row in sums {
      #expect((row["lines"] as Int) <= limits.lines / 4)
      #expect((row["bytes"] as Int) <= limits.bytes / 4)
    }
    #expect(try intake.reasons().reduce(0) { $0 + $1.all } == 1 + 200 + 30)
  }

  @Test("The file uses freed space again")
  func file() throws {
    var limits = IntakeLimits()
    (limits.bytes, limits.lines) = (1 << 20, 1000)
    let intake = try Self.intake(limits)
    func pages() throws -> Int { try intake.read("counting") { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } }
    func flood(_ round: Int) throws {
      try Self.store((1...40).map { "\(round) \($0)" + String(repeating: "x", count: 30_000) }, in: intake)
    }
    for round in 1...3 { try flood(round) }
    let before = try pages()
    for round in 4...12 { try flood(round) }
    #expect(try pages() <= before + before / 4)
  }

  @Test("A line that comes again is counted with the first, and long words are cut")
  func repeats() throws {
    let intake = try Self.intake(IntakeLimits())
    let long = #"{"specversion":"\#(String(repeating: "9", count: 50_000))"}"#
    for _ in 1...3 { try Self.store([long], in: intake) }
    let line = try #require(try intake.rejected(atMost: 10).first)
    #expect(line.times == 3)
    #expect([line.finding.what, line.finding.why, line.finding.fix].allSatisfy { $0.utf8.count < 2000 })
    #expect(intake.figures.lines == 1)
  }

  @Test("The forks and gaps of made-up installations are bounded, and so are receipts of one")
  func refusals() async throws {
    let served = try ServedApp()
    for number in 0..<30 {
      let gap = SentLines.event("/i/\(number)", 7)
      try await served.store([gap, SentLines.event("/i/\(number)", 8, "app.launched")])
      try await served.store([gap])
    }
    let found = try served.app.arrivals.refusals(atMost: 100)
    #expect(found.count == 30)
    #expect(
      found.allSatisfy { $0.reason == .gap && $0.times == 2 && $0.expected == 1 && $0.revision == 7 && $0.events == 3 })
    #expect(found.allSatisfy { $0.types == ["app.foregrounded", "app.launched"] })
    try Self.fill(served.app.arrivals)
    try await served.store([SentLines.event("/i/1", 7)])
    #expect(try served.app.arrivals.refusals(atMost: 100_000).count == IntakeLimits.refusals)
    #expect(try served.app.arrivals.receipts(of: "/i/1", atMost: 10_000).count <= IntakeLimits.receiptsOfOne + 64)
  }

  /// Writes more forks and receipts than are kept.
  private static func fill(_ intake: IntakeLog) throws {
    try intake.queue.write { database in
      for number in 0..<(IntakeLimits.refusals + 10) {
        try database.execute(
          sql: "INSERT INTO refusals VALUES (?, 'gap', 0, 0, 1, 1, 1, 1, '', 0)", arguments: ["/m/\(number)"])
      }
      for revision in 1...3000 {
        let receipt = Receipt(source: "/i/1", received: .now, sent: "", revisions: revision...revision)
        try intake.insert(receipt, into: database)
      }
    }
  }

  @Test("A file of an older server is taken over, and its lines are cut to the limits")
  func older() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-intake-\(UUID().uuidString)").path
    let old = try VersionedTables(applicationID: 0x4852_4C41, name: "old", steps: [IntakeTables.steps[0]]).open(
      path, "PRAGMA journal_mode = WAL")
    try old.write { database in
      for number in 1...5 {
        try database.execute(
          sql: "INSERT INTO rejected VALUES (?, ?, ?, 2, 't', '/i/1', 'notJSON', 'a', 'b', 'c', ?, 3)",
          arguments: [Data([UInt8(number)]), number, number, Data("abc".utf8)])
      }
      try database.execute(sql: "INSERT INTO receipts VALUES ('/i/1', 4711, '', 1, 2)")
    }
    try old.close()
    var limits = IntakeLimits()
    limits.alike = 2
    let intake = try IntakeLog(path: path, limits: limits)
    #expect(try intake.rejected(atMost: 10).map(\.time.milliseconds) == [5, 4])
    #expect(try intake.reasons().map(\.all) == [10])
    #expect(intake.arrived == Timestamp(milliseconds: 4711))
  }

  @Test("The settings are the limits, and the figures are told")
  func figures() async throws {
    var settings = ServerSettings()
    settings.rejectedAlike = 5
    try await TestedServer.run(settings: settings) { server in
      for round in 1...3 { _ = try await server.send((1...4).map { "no JSON \(round) \($0)" }, token: .key) }
      let figures = try await server.get("/metrics").text
      #expect(figures.contains("herald_refused_lines_kept{app=\"\(TestedServer.app)\"} 5\n"))
      #expect(figures.contains("herald_refused_lines_counted{app=\"\(TestedServer.app)\"} 7\n"))
      let page = try await server.get("/rejected?app=\(TestedServer.app)").text
      #expect(page.contains("7 more"))
    }
  }
}

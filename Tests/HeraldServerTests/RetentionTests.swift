import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldTestSupport
import Logging
import Testing

@testable import HeraldServer

@Suite("Retention")
struct RetentionTests {
  private static func time(_ text: String) throws -> Timestamp { try #require(DeviceTime(rfc3339: text)).moment }

  @Test(
    "A period is a number and a unit, and begins that long ago by the calendar",
    arguments: [
      ("13 months", "2025-02-28T12:00:00Z"), ("1 day", "2026-03-30T12:00:00Z"), ("2 weeks", "2026-03-17T12:00:00Z"),
      ("1 years", "2025-03-31T12:00:00Z"),
    ])
  func periods(text: String, start: String) throws {
    let period = try #require(RetentionPeriod(text))
    #expect(period.start(at: try Self.time("2026-03-31T12:00:00Z")) == (try Self.time(start)))
    #expect(RetentionPeriod(period.text) == period)
  }

  @Test(
    "What is not a period is refused as the setting",
    arguments: ["", "13", "months", "0 days", "-1 days", "1.5 days", "13 moons"])
  func badPeriods(text: String) throws {
    #expect(RetentionPeriod(text) == nil)
    #expect(throws: ServerError.self) { try ServerSettings(folder: "/nowhere", options: ["retention": text]) }
  }

  @Test("Older events go, the state after them stays, and the journal has the server's name")
  func applies() async throws {
    let served = try ServedApp()
    try await served.store([
      ServedApp.launch(1, at: "2025-01-01T00:00:00Z", user: "anna"),
      ServedApp.launch(2, at: "2026-02-01T00:00:00Z", user: "anna"),
    ])
    let head = try await served.app.readers.read { try $0.heads() }
    let now = try Self.time("2026-03-02T00:00:00Z")
    let retention = Retention(
      period: try #require(RetentionPeriod("13 months")), apps: served.apps, log: Logger(label: "test"),
      isConfirmed: true, now: { now })
    await retention.apply()
    #expect(try await served.lines().count == 1)
    #expect(try await served.app.readers.read { try $0.heads() } == head)
    #expect(try await served.app.readers.read { try $0.auditChain().breaks }.isEmpty)
    #expect(try served.contains(#""by":"herald serve""#))
    #expect(try served.contains("retention of 13 months"))
    let forgettings = try await served.app.readers.read { try $0.forgettings() }
    await retention.apply()
    #expect(try await served.app.readers.read { try $0.forgettings() } == forgettings)
  }

  @Test("Refused lines and receipts that came before go too")
  func arrivals() async throws {
    let served = try ServedApp()
    try await served.store(["a line from long ago"], received: try Self.time("2025-01-01T00:00:00Z"))
    try await served.store(["a line of today"], received: try Self.time("2026-03-01T00:00:00Z"))
    let now = try Self.time("2026-03-02T00:00:00Z")
    await Retention(
      period: try #require(RetentionPeriod("13 months")), apps: served.apps, log: Logger(label: "test"), now: { now }
    ).apply()
    #expect(
      try served.app.arrivals.rejected(atMost: 10).map { String(decoding: $0.line, as: UTF8.self) } == [
        "a line of today"
      ])
    #expect(try !served.contains("a line from long ago"))
  }

  @Test("A server with a retention forgets older events by itself, and tells it in its figures and its journal")
  func server() async throws {
    let path = TestedServer.newPath()
    let old = (1...2).map { SentLines.event("/i/old", $0, "app.launched", time: "2020-01-01T00:00:00Z") }
    try await TestedServer.run(path) { server in
      #expect(server.server.retention == nil)
      let sent = try await server.send(old + [SentLines.event("/i/old", 3)])
      #expect(sent.status == 200)
    }
    var settings = ServerSettings()
    settings.retention = "3 years"
    settings.retentionShare = 70
    try await TestedServer.run(path, settings: settings) { server in
      let service = try #require(server.server.retention)
      let running = Task { try await service.run() }
      while try await !server.get("/metrics").text.contains("herald_events_forgotten_total{") { await Task.yield() }
      running.cancel()
      try await running.value
      let figures = try await server.get("/metrics").text.split(separator: "\n")
      #expect(figures.first { $0.hasPrefix("herald_events_forgotten_total{") }?.hasSuffix(" 2") == true)
      #expect(try await server.get("/v1/heads?source=/i/old").json[name: "head"]?.integer == 3)
      let reader = try LedgerReader(path: server.ledger, reading: Formats.reading)
      var told: [JSONNode] = []
      try reader.journal { line in
        if line.contains("ledger.forgot") { told.append(try #require(try JSONNode.read(line).node[name: "data"])) }
      }
      #expect(told.map { $0[name: "by"]?.string } == ["herald serve"])
      #expect(told.map { $0[name: "reason"]?.string } == ["retention of 3 years"])
      #expect(try !server.lines().contains { $0.contains("2020-01-01T00:00:00Z") })
      _ = try CopyAudit(ledger: server.ledger, name: server.ledger, code: .changedLedger).run(progress: { _ in })
    }
  }
}

/// A clock that is wrong must not erase everything.
extension RetentionTests {
  private static let launches = (1...10).map {
    ServedApp.launch($0, at: "2026-03-0\(min($0, 9))T00:00:00Z", user: "anna")
  }

  private static func apply(
    _ period: String, to served: ServedApp, at time: String, share: Int = 25, isConfirmed: Bool = false
  ) async throws {
    let now = try Self.time(time)
    await Retention(
      period: try #require(RetentionPeriod(period)), apps: served.apps, log: Logger(label: "test"), share: share,
      isConfirmed: isConfirmed, now: { now }
    ).apply()
  }

  @Test(
    "A clock that is ahead erases nothing that came within the period, also where a person allows any share",
    arguments: ["2029-03-10T00:00:00Z", "2126-03-10T00:00:00Z"], [true, false])
  func clockAhead(now: String, hasArrivals: Bool) async throws {
    let served = try ServedApp()
    try await served.store(Self.launches, received: try Self.time("2026-03-10T00:00:00Z"))
    if !hasArrivals {
      try Self.forgetArrivals(served.app.arrivals)
    }
    for share in [0, 25, 100] {
      try await Self.apply("13 months", to: served, at: now, share: share, isConfirmed: true)
    }
    #expect(try await served.lines().count == 10)
    #expect(try served.app.arrivals.receipts(atMost: 10).count == (hasArrivals ? 1 : 0))
  }

  /// Removes the record of arrivals, which a folder of an older server lacks.
  private static func forgetArrivals(_ intake: IntakeLog) throws {
    try intake.queue.write { database in
      try database.execute(sql: "DELETE FROM arrived; DELETE FROM receipts")
      try intake.refresh(database)
    }
  }

  @Test("A clock that was ahead while events came, and was set back, is not trusted later")
  func clockBack() async throws {
    let served = try ServedApp()
    try await served.store(Array(Self.launches[..<9]), received: try Self.time("2029-03-10T00:00:00Z"))
    try await served.store([Self.launches[9]], received: try Self.time("2026-03-10T00:00:00Z"))
    try await Self.apply("13 months", to: served, at: "2029-03-10T00:00:00Z", share: 100)
    #expect(try await served.lines().count == 10)
  }

  @Test("A run that would remove more than the share does nothing and tells it, until a person says so")
  func share() async throws {
    let served = try ServedApp()
    let now = "2026-04-15T00:00:00Z"
    try await served.store(Self.launches, received: try Self.time(now))
    try await Self.apply("42 days", to: served, at: now)
    #expect(try await served.lines().count == 10)
    #expect(served.app.retention.held == 3)
    #expect(served.app.retention.heldRun?.percent == 30)
    try await Self.apply("42 days", to: served, at: now, share: 30)
    #expect(try await served.lines().count == 7)
    #expect(served.app.retention.held == 0)
    try await Self.apply("38 days", to: served, at: now)
    #expect(served.app.retention.held == 4)
    try await Self.apply("38 days", to: served, at: now, isConfirmed: true)
    #expect(try await served.lines().count == 3)
    #expect(served.app.retention.held == 0)
  }

  @Test("A run that is held stands on the pages and in the figures until somebody forgets by hand")
  func told() async throws {
    let path = TestedServer.newPath()
    let old = (1...9).map { SentLines.event("/i/old", $0, "app.launched", time: "2020-01-01T00:00:00Z") }
    var settings = ServerSettings()
    settings.retention = "3 years"
    try await TestedServer.run(path, settings: settings) { server in
      _ = try await server.send(old + [SentLines.event("/i/old", 10)])
      let service = try #require(server.server.retention)
      await service.apply()
      let figure = "herald_retention_held_events{app=\"\(TestedServer.app)\"}"
      #expect(try await server.get("/metrics").text.contains("\(figure) 9\n"))
      for page in ["audit", "forget"] {
        let text = try await server.get("/\(page)?app=\(TestedServer.app)").text
        #expect(text.contains("Retention does nothing"))
        #expect(text.contains("9 of 10 events"))
      }
      _ = try await server.request(.post, "/v1/forget?before=2026-01-01T00:00:00Z&reason=r")
      #expect(try await server.get("/metrics").text.contains("\(figure) 0\n"))
      #expect(try await !server.get("/audit?app=\(TestedServer.app)").text.contains("Retention does nothing"))
    }
  }
}

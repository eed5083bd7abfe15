import Foundation
import GRDB
import Herald
import HeraldLog
import HeraldQuestions
import Testing

@testable import HeraldServer

@Suite("Views in a server's ledger")
struct ServedViewsTests {
  private func count(_ view: String, _ app: App) throws -> Int? {
    try DatabaseQueue(path: app.path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(view)") }
  }

  @Test("A server that has ended leaves views with the rows of all events")
  func endedServerLeavesViews() async throws {
    let served = try ServedApp()
    for revision in 1...3 {
      try await served.store([ServedApp.launch(revision, at: "2026-03-02T08:00:0\(revision).000Z", user: "u")])
    }
    try await served.app.close()
    #expect(try count("events", served.app) == 3)
    #expect(try count("installations", served.app) == 1)
  }

  @Test("After a forgetting a server's views have what is left")
  func forgottenIsNotInViews() async throws {
    let served = try ServedApp()
    for source in ["/i/1", "/i/2"] {
      try await served.store([ServedApp.launch(1, at: "2026-03-02T08:00:00.000Z", user: "u", source: source)])
    }
    _ = try await served.app.writer.forget(
      .installations(["/i/1"]), reason: "asked for", by: "a test", isDryRun: false)
    try await served.app.close()
    #expect(try count("events", served.app) == 1)
    #expect(try count("installations", served.app) == 1)
  }
}

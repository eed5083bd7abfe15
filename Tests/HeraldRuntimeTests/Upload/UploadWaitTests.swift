import Foundation
import Herald
import HeraldFetch
import HeraldLog
import HeraldRuntime
import Testing

@Suite("An upload that waits")
struct UploadWaitTests {
  private let test: UploadingPhone

  init() throws { test = try UploadingPhone() }

  private func wait(_ status: UploadStatus) -> Int64? {
    guard case .waiting(let until) = status.standing else { return nil }
    return until.milliseconds - test.phone.clock.value.moment.milliseconds
  }

  @Test("A busy server is left alone as long as it says, also by the next process", arguments: [429, 503])
  func retryAfterIsKept(_ status: Int) async throws {
    test.server.manner.change { $0 = .answers(status, headers: [("Retry-After", "600")]) }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    let first = try await test.sends(app)
    #expect(wait(first) == 600_000)
    #expect(first.findings.map(\.code.name) == ["serverWaits"])
    try await app.close()

    test.server.manner.change { $0 = .works }
    let next = test.app()
    test.phone.wait(hours: 0.1)
    #expect(wait(try await test.sends(next)) == 240_000)
    #expect(test.server.received.value.count == 1)
    test.phone.wait(hours: 0.1)
    #expect(try await test.sends(next).standing == .complete)
  }

  @Test("A phone whose clock is hours behind waits as long as the server means, and tells its own time")
  func wrongClockWaitsAsLong() async throws {
    test.server.manner.change {
      $0 = .answers(
        503,
        headers: [("Date", "Mon, 02 Mar 2026 11:00:00 GMT"), ("Retry-After", "Mon, 02 Mar 2026 11:01:00 GMT")])
    }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    #expect(wait(try await test.sends(app)) == 60_000)
    #expect(test.server.received.value.last?.headers["herald-sent"] == "\(test.phone.clock.value)")
  }

  @Test("A clock that was set back ends a wait")
  func clockSetBackEndsTheWait() async throws {
    test.server.manner.change { $0 = .answers(503, headers: [("Retry-After", "600")]) }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    _ = try await test.sends(app)
    test.server.manner.change { $0 = .works }
    test.phone.wait(hours: -5)
    #expect(try await test.sends(app).standing == .complete)
  }

  @Test("A server that cannot be reached is asked less and less often")
  func failuresBackOff() async throws {
    test.server.manner.change { $0 = .unreachable }
    let app = test.app { $0.backoff = Backoff(first: .seconds(10), factor: 2, limit: .seconds(60)) }
    await app.launched(properties: TestPhone.old)
    var waits: [Int64?] = []
    for _ in 0..<5 {
      waits.append(wait(try await test.sends(app)))
      test.phone.wait(hours: 1)
    }
    #expect(waits == [10_000, 20_000, 40_000, 60_000, 60_000])
  }

  @Test(
    "An answer that is no acknowledgement is none, and a redirect is not followed",
    arguments: [
      (302, "notAServer"), (200, "notAServer"), (404, "notAServer"), (401, "notAServer"), (500, "serverWaits"),
    ])
  func otherAnswersAcknowledgeNothing(_ status: Int, _ code: String) async throws {
    test.server.manner.change {
      $0 = .answers(status, headers: [("Location", "https://elsewhere.example.com/")], body: "<h1>Hello</h1>")
    }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    let outcome = try await test.sends(app)
    #expect(outcome.acknowledged == 0)
    #expect(outcome.findings.map(\.code.name) == [code])
    #expect(test.server.received.value.count == 1)
  }

  @Test("A problem of the server is told in its own words")
  func problemIsToldInItsWords() async throws {
    test.server.manner.change {
      $0 = .answers(
        401,
        body:
          #"{"type":"urn:herald:problem:wrongToken","detail":"The token is not valid.","why":"it was revoked","fix":"make a new one"}"#
      )
    }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    let finding = try #require(try await test.sends(app).findings.first)
    #expect(finding.code.name == "uploadRefused")
    #expect(finding.why == "The token is not valid. it was revoked")
    #expect(finding.fix == "make a new one")
  }

  @Test("Nothing is sent over plain HTTP, unless the app allows it")
  func plainHTTPIsRefused() async throws {
    let app = test.app { $0.server = "http://herald.example.com" }
    await app.launched(properties: TestPhone.old)
    #expect(try await test.sends(app).findings.map(\.code.name) == ["serverUnreachable"])
    #expect(test.server.received.value.isEmpty)
  }
}

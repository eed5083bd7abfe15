import Foundation
import Herald
import HeraldFetch
import HeraldLog
import HeraldRuntime
import Testing

@Suite("An upload")
struct UploadTests {
  @Test("An upload after two weeks without a network brings every event, and the heads agree")
  func twoWeeksOfflineAreCaughtUp() async throws {
    let test = try UploadingPhone()
    test.server.manner.change { $0 = .unreachable }
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    for _ in 0..<14 {
      test.phone.wait(hours: 24)
      await app.foregrounded()
      #expect(try await test.sends(app).findings.map(\.code.name) == ["serverUnreachable"])
    }
    test.server.manner.change { $0 = .works }
    test.phone.wait(hours: 24)
    let status = try await test.sends(app)
    #expect(status.standing == .complete)
    #expect(status.acknowledged == 16)
    #expect(status.sent == 16)
    #expect(try test.isSynced())
    #expect(try test.server.head() == test.head())
  }

  @Test("A process that is killed between answer and receipt sends again, and the server has each event once")
  func lostAnswerIsHealed() async throws {
    let test = try UploadingPhone()
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    test.server.manner.change { $0 = .losesAnswers }
    #expect(try await test.sends(app).acknowledged == 0)
    try await app.close()

    test.server.manner.change { $0 = .works }
    test.phone.wait(hours: 1)
    let next = test.app()
    await next.foregrounded()
    #expect(try await test.sends(next).standing == .complete)
    #expect(try test.isSynced())
    #expect(test.phone.findings.value.map(\.code.name) == ["serverUnreachable"])
  }

  @Test("Ten thousand events are caught up in batches, and a lost answer to one costs one request")
  func manyEventsComeInBatches() async throws {
    let test = try UploadingPhone()
    let ledger = try Ledger(path: test.phone.ledger)
    for revision in 1...10_000 {
      _ = try ledger.append(
        line:
          #"{"specversion":"1.0","id":"b-\#(revision)","source":"/i/1","type":"app.backgrounded","time":"2026-03-02T08:00:00.000Z","revision":\#(revision),"salt":"AAAAAAAAAAAAAAAAAA\#(revision + 1000)","data":{}}"#
      )
    }
    try ledger.close()
    withExtendedLifetime(ledger) {}
    _ = consume ledger
    let app = test.app()
    test.server.manner.change { $0 = .losesAnswers }
    _ = try await test.sends(app)
    test.server.manner.change { $0 = .works }
    test.phone.wait(hours: 1)
    let status = try await test.sends(app)
    #expect(status.acknowledged == 10_000)
    #expect(test.server.received.value.map(\.lines.count) == Array(repeating: 1000, count: 11))
    #expect(try test.server.head() == test.head())
  }

  @Test("A request says what it brings: packed lines, the key, the device's time and the stream's token")
  func requestSaysWhatItBrings() async throws {
    let test = try UploadingPhone()
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    _ = try await test.sends(app)
    await app.backgrounded()
    _ = try await test.sends(app)
    let headers = test.server.received.value.map(\.headers)
    #expect(headers.map { $0["authorization"] } == ["Bearer the-key", "Bearer the-key"])
    #expect(headers.map { $0["content-type"] } == ["application/x-ndjson", "application/x-ndjson"])
    #expect(headers.map { $0["content-encoding"] } == ["gzip", "gzip"])
    #expect(headers.map { $0["herald-sent"] } == Array(repeating: "\(test.phone.clock.value)", count: 2))
    #expect(headers.map { $0["herald-stream"] } == [nil, "token of /i/1"])
    // The first 128 bits of the SHA-256 of `/i/1`.
    #expect(headers.map { $0["herald-source"] } == Array(repeating: "efbfdf08c3db174c583f6e0a48c74645", count: 2))
  }

  @Test("A policy that allows nothing sends nothing, and everything once it allows it")
  func policyIsKept() async throws {
    let test = try UploadingPhone()
    let never = test.app { $0.policy = .never }
    await never.launched(properties: TestPhone.old)
    #expect(await never.upload()?.standing == .notAllowed)
    #expect(test.server.received.value.isEmpty)
    try await never.close()
    let isAllowed = SharedValue(false)
    let asking = test.app { $0.policy = .when { isAllowed.value } }
    #expect(try await test.sends(asking).standing == .notAllowed)
    isAllowed.change { $0 = true }
    #expect(try await test.sends(asking).acknowledged == 2)
    await asking.backgrounded()
    try await asking.close()
    let careful = test.app { $0.policy = .unmetered }
    #expect(try await test.sends(careful).acknowledged == 3)
    #expect(test.server.received.value.map(\.isCostly) == [true, false])
  }

  @Test("Events are sent by themselves as they come, and a server that never answers delays no prompt")
  func serverDelaysNoPrompt() async throws {
    let test = try UploadingPhone()
    test.server.manner.change { $0 = .hangs }
    test.phone.publisher.publish(Publisher.document(.force))
    let app = test.app { $0.isAutomatic = true }
    #expect(await app.launched(properties: TestPhone.old).outcome == .force)
    #expect(await app.attempt("placeOrder") != .proceed)
  }

  @Test("Withheld properties never leave the phone, and the chain is that of the lines that were sent")
  func withheldPropertiesStay() async throws {
    let test = try UploadingPhone()
    let app = test.app { $0.withheldProperties = ["deviceModel"] }
    await app.launched(properties: TestPhone.old.merging(["deviceModel": "Pixel"]) { $1 })
    test.server.manner.change { $0 = .losesAnswers }
    _ = try await test.sends(app)
    test.server.manner.change { $0 = .works }
    test.phone.wait(hours: 1)
    #expect(try await test.sends(app).standing == .complete)
    await app.backgrounded()
    #expect(try await test.sends(app).standing == .complete)
    let requests = test.server.received.value
    #expect(requests[0].lines == requests[1].lines)
    #expect(!requests.flatMap(\.lines).contains { $0.contains("Pixel") })
    #expect(requests.flatMap(\.lines).contains { $0.contains("appVersionName") })
    #expect(try test.phone.types() == ["app.launched", "fetch.succeeded", "app.backgrounded"])
  }

  @Test("A file of receipts that is damaged is set aside, and everything is sent once more")
  func damagedReceiptsAreSetAside() async throws {
    let test = try UploadingPhone()
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    _ = try await test.sends(app)
    try await app.close()
    try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: test.phone.ledger + "-uploads"))
    let next = test.app()
    await next.backgrounded()
    #expect(try await test.sends(next).acknowledged == 3)
    #expect(try test.isSynced())
  }
}

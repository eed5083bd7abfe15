import Foundation
import Herald
import HeraldLog
import HeraldRuntime
import Testing

@Suite("A ledger that cannot be written")
struct TroubleTests {
  @Test("An app whose disk is full shows and blocks nothing, and later records everything in order")
  func fullDiskShowsAndBlocksNothing() async throws {
    let phone = try TestPhone()
    let presenter = ScriptedPresenter(.update)
    let app = phone.installation(presenter: presenter)
    await app.launched(properties: TestPhone.old)
    try phone.breakLedger()
    phone.publisher.publish(Publisher.document(.force))
    let result = await app.check(.manual)
    #expect(result.outcome == .failed)
    #expect(result.decision == nil)
    guard case .unrecorded(let diagnostic) = result.failure else {
      Issue.record("no reason")
      return
    }
    #expect(diagnostic.why.contains("the disk is full"))
    #expect(await app.attempt("placeOrder") == .proceed)
    #expect(await app.foregrounded() == nil)
    #expect(presenter.shown.value.isEmpty)
    #expect(phone.findings.value.count >= 3)
    let before = try phone.types()

    try phone.breakLedger(false)
    phone.wait(hours: 1)
    #expect(await app.foregrounded()?.prompt.kind == .force)
    await app.settled()
    let added = Array(try phone.types().dropFirst(before.count))
    #expect(
      added == [
        "fetch.succeeded", "operation.attempted", "app.foregrounded", "app.foregrounded", "prompt.shown",
        "button.chosen",
      ])
    // Each with the time at which it happened.
    let times = try phone.replayed().suffix(added.count).map(\.event.time.moment)
    #expect(times[2] < times[3])
  }

  @Test("An app takes over the ledger of another writer once that writer closes it")
  func lockedLedgerIsTakenOver() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    let other = try Ledger(path: phone.ledger)
    #expect(await app.launched(properties: TestPhone.old).outcome == .failed)
    #expect(await app.attempt("placeOrder") == .proceed)
    #expect(phone.findings.value.allSatisfy { $0.code.name == "busy" })
    #expect(!phone.findings.value.isEmpty)
    try other.close()
    withExtendedLifetime(other) {}
    _ = consume other
    await app.backgrounded()
    #expect(
      try phone.types() == ["app.launched", "fetch.succeeded", "operation.attempted", "app.backgrounded"])
  }

  @Test(
    "An app whose ledger is in a missing folder, or is another file, neither crashes nor blocks",
    arguments: ["x/y", "notes"])
  func unusableLedgerCrashesNothing(_ name: String) async throws {
    let phone = try TestPhone()
    try Data("precious text of somebody, longer than the header of a file".utf8)
      .write(to: URL(fileURLWithPath: phone.path("notes")))
    let findings = SharedValue<[Diagnostic]>([])
    let app = Installation(
      ledger: phone.path(name), publication: Publication(phone.publisher), environment: phone.environment,
      report: { finding in findings.change { $0.append(finding) } })
    #expect(await app.launched(properties: TestPhone.old).outcome == .failed)
    #expect(await app.attempt("placeOrder") == .proceed)
    #expect(await app.foregrounded() == nil)
    #expect(findings.value.first?.file == phone.path(name))
    await #expect(throws: LedgerError.self) { try await app.open() }
  }

  @Test("Events that wait for a failing ledger are bounded in number, and lost ones are reported")
  func waitingEventsAreBounded() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    let before = try phone.types().count
    try phone.breakLedger()
    for _ in 0..<Installation.waitingAtMost + 3 { await app.backgrounded() }
    #expect(phone.findings.value.count { $0.code.name == "eventLost" } == 3)
    try phone.breakLedger(false)
    await app.backgrounded()
    #expect(try phone.types().count == before + Installation.waitingAtMost + 1)
  }

  @Test("An event that a ledger stored despite its error is not stored twice")
  func eventStoredDespiteAnErrorIsNotRepeated() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    try phone.breakLedger()
    await app.backgrounded()
    try phone.breakLedger(false)
    try phone.storeLastEvent("app.backgrounded", "{}")
    await app.foregrounded()
    #expect(try phone.types().suffix(2) == ["app.backgrounded", "app.foregrounded"])
    #expect(try phone.types().count == 4)
    #expect(phone.findings.value.map(\.code.name) == ["ledgerFailed"])
    #expect(await app.state == (try phone.replayed().last?.state))
  }

  @Test("An event that a ledger refuses for good is lost, and reported")
  func refusedEventIsReported() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    phone.ids.change { $0 = 0 }
    await app.backgrounded()
    await app.backgrounded()
    #expect(phone.findings.value.map(\.code.name) == ["idTaken", "eventLost", "idTaken", "eventLost"])
    await app.foregrounded()
    #expect(try phone.types() == ["app.launched", "fetch.succeeded", "app.foregrounded"])
  }

  @Test("An answer to a prompt that was shown before the ledger failed waits until it works again")
  func answerWaitsForTheLedger() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(Publisher.document(.optional))
    await app.launched(properties: TestPhone.old)
    try phone.breakLedger()
    #expect(await app.chose(.later) != nil)
    #expect(await app.onScreen == nil)
    try phone.breakLedger(false)
    await app.backgrounded()
    #expect(try phone.types().suffix(2) == ["button.chosen", "app.backgrounded"])
    #expect(await app.state.records["update:1"]?.lastButton == "later")
  }

  @Test("A showing that a ledger stored despite its error is recorded as closed, as it never came up")
  func unshownPromptIsClosedOnRecord() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    phone.publisher.publish(Publisher.document(.force))
    await app.check(.heartbeat)
    try phone.breakShowings()
    #expect(await app.foregrounded() == nil)
    try phone.breakLedger(false)
    try phone.storeLastEvent("prompt.shown", #"{"prompt":"e-\#(phone.ids.value)","rule":"update:1","kind":"force"}"#)
    #expect(await app.foregrounded()?.prompt.kind == .force)
    #expect(
      try phone.types().suffix(4) == ["prompt.shown", "button.chosen", "app.foregrounded", "prompt.shown"])
  }

  @Test("A prompt that could not be shown is never recorded as shown")
  func unshownPromptIsNotRecorded() async throws {
    let phone = try TestPhone()
    let presenter = ScriptedPresenter(.update)
    let app = phone.installation(presenter: presenter)
    await app.launched(properties: TestPhone.old)
    phone.publisher.publish(Publisher.document(.force))
    await app.check(.heartbeat)
    try phone.breakShowings()
    #expect(await app.attempt("placeOrder") == .proceed)
    #expect(await app.foregrounded() == nil)
    #expect(presenter.shown.value.isEmpty)
    try phone.breakLedger(false)
    guard case .blocked = await app.attempt("placeOrder") else {
      Issue.record("the force prompt does not block")
      return
    }
    await app.settled()
    #expect(try phone.types().count { $0 == "prompt.shown" } == 1)
    #expect(presenter.shown.value.count == 1)
  }
}

import Herald
import HeraldFetch
import HeraldRuntime
import Testing

@Suite("A check")
struct CheckTests {
  @Test("A check ends in exactly one of six ways", arguments: CheckOutcome.allCases)
  func checkHasSixOutcomes(_ outcome: CheckOutcome) async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    switch outcome {
    case .failed: phone.publisher.fails("timeout")
    case .none: phone.publisher.publish(Publisher.document())
    default: phone.publisher.publish(Publisher.document(PromptKind(rawValue: outcome.rawValue)))
    }
    let result = await app.check(.login)
    #expect(result.outcome == outcome)
    #expect((result.showing != nil) == (outcome != .none && outcome != .failed))
    #expect((result.failure != nil) == (outcome == .failed))
    #expect(result.showing?.prompt.kind.rawValue == result.showing.map { _ in outcome.rawValue })
  }

  @Test(
    "A check never ends as `none` where the policy could not be fetched",
    arguments: ["offline", "timeout", "tls", "http", "tooLarge", "cancelled", "another"])
  func checkWithoutAPolicyIsNotNone(_ reason: String) async throws {
    let phone = try TestPhone()
    phone.publisher.fails(reason)
    let result = await phone.installation().launched(properties: TestPhone.old)
    #expect(result.outcome == .failed)
    guard case .fetch(let failure) = result.failure else {
      Issue.record("no reason")
      return
    }
    #expect(failure.reason == reason)
    #expect(try phone.types().last == "fetch.failed")
  }

  @Test(
    "A check fails with the reason where the document is refused",
    arguments: [
      ("<html>", RefusalReason.invalidJSON), ("[]", .invalidDocument), ("{}", .missingPackageName),
      (#"{"packageName":"b"}"#, .otherPackage),
    ])
  func checkFailsForARefusedDocument(_ document: String, _ reason: RefusalReason) async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(document)
    let result = await app.launched(properties: TestPhone.old)
    guard case .refused(let refusal) = result.failure else {
      Issue.record("no reason")
      return
    }
    #expect(result.outcome == .failed)
    #expect(refusal.reason == reason)
    // A 304 does not change the result for a document that was refused.
    phone.publisher.answers(.notModified(Validators()))
    #expect(await app.check(.manual).outcome == .failed)
  }

  @Test("A check fails where no document came yet, and where another app's came before the launch")
  func checkFailsWithoutAPolicyInForce() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.answers(.notModified(Validators()))
    let first = await app.launched(properties: TestPhone.old)
    #expect(first.outcome == .failed)
    #expect(first.failure?.reason == "http")
    let other = try TestPhone()
    other.publisher.publish(Publisher.document(.force), etag: #""7""#)
    let early = other.installation()
    await early.check(.manual)
    other.publisher.answers(.notModified(Validators()))
    let result = await early.launched(properties: ["appPackageName": "b", "appVersionName": "1.0"])
    #expect(result.outcome == .failed)
    #expect(result.failure?.reason == "otherPackage")
  }

  @Test("A check that is offline at start uses the last policy in force, and says so")
  func offlineCheckUsesTheLastPolicy() async throws {
    let phone = try TestPhone()
    let first = phone.installation()
    phone.publisher.publish(Publisher.document(.force))
    await first.launched(properties: TestPhone.old)
    try await first.close()
    phone.publisher.fails("offline")
    let result = await phone.installation().launched(properties: TestPhone.old)
    #expect(result.outcome == .force)
    #expect(result.showing?.prompt.rule == "update:1")
    guard case .fetch(let failure) = result.failure else {
      Issue.record("it does not say that it is the last policy")
      return
    }
    #expect(failure.reason == "offline")
  }

  @Test("A check finds the prompt that is already on the screen, and shows no second one")
  func checkFindsTheVisiblePrompt() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(Publisher.document(.force))
    let first = await app.launched(properties: TestPhone.old)
    let second = await app.check(.manual)
    #expect(second.outcome == .force)
    #expect(second.showing?.id == first.showing?.id)
    #expect(second.decision?.reason == .alreadyVisible)
    await app.chose(.update)
    await withTaskGroup(of: CheckResult.self) { group in
      for _ in 0..<8 { group.addTask { await app.check(.manual) } }
      for await result in group { #expect(result.outcome == .force) }
    }
    #expect(try phone.types().count { $0 == "prompt.shown" } == 2)
    #expect(try phone.types().count { $0 == "fetch.succeeded" } == 10)
  }

  @Test("A check by heartbeat shows nothing, whatever it fetches")
  func heartbeatShowsNothing() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    phone.publisher.publish(Publisher.document(.exit))
    let result = await app.check(.heartbeat)
    #expect(result.outcome == .none)
    #expect(result.decision?.reason == .silent)
    #expect(await app.foregrounded()?.prompt.kind == .exit)
  }

  @Test("A check at a login names the signed-in user, with and without a network")
  func loginCheckNamesTheUser() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    await app.check(.login, user: .signedIn("u"))
    #expect(await app.state.user == "u")
    phone.publisher.fails("offline")
    await app.check(.login, user: .signedOut)
    #expect(await app.state.user == nil)
  }

  @Test("A check sends the validators that it has, also after a restart, and the device's properties")
  func checkSendsValidatorsAndProperties() async throws {
    let phone = try TestPhone()
    let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    phone.publisher.publish(Publisher.document(.optional), etag: #""7""#, lastModified: modified)
    let first = phone.installation()
    await first.launched(properties: TestPhone.old)
    phone.publisher.answers(.notModified(Validators()))
    await first.check(.manual)
    await first.check(.manual)
    try await first.close()
    await phone.installation().launched(properties: TestPhone.old)
    let requests = phone.publisher.requests.value
    #expect(requests.map(\.validators?.etag) == [nil, #""7""#, #""7""#, #""7""#])
    #expect(requests.map(\.validators?.lastModified) == [nil, modified, modified, modified])
    #expect(requests.last?.properties == ["appPackageName": "a", "appVersionName": "1.0"])
  }

  @Test(
    "A check fetches unconditionally where the document is read in another way",
    arguments: [("turkcell", nil), ("herald", "https://example.com/store")])
  func newFormatIsFetchedUnconditionally(_ format: String, _ store: String?) async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(), etag: #""7""#)
    let first = phone.installation()
    await first.launched(properties: TestPhone.old)
    try await first.close()
    await phone.installation(format: format, storeURL: store).launched(properties: TestPhone.old)
    #expect(phone.publisher.requests.value.map(\.validators) == [nil, nil])
  }

  @Test("A check fetches a refused document again, which the app's next version may accept")
  func refusedDocumentIsFetchedAgain() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force), etag: #""7""#)
    let app = phone.installation()
    let refused = await app.launched(properties: ["appPackageName": "b", "appVersionName": "1.0"])
    #expect(refused.failure?.reason == "otherPackage")
    let accepted = await app.launched(properties: TestPhone.old)
    #expect(accepted.outcome == .force)
    #expect(accepted.failure == nil)
    await app.check(.manual)
    #expect(phone.publisher.requests.value.map(\.validators?.etag) == [nil, nil, #""7""#])
  }

  @Test("A check reports the document's findings, accepted or not")
  func checkReportsFindings() async throws {
    let phone = try TestPhone()
    let app = phone.installation(format: "login")
    phone.publisher.publish(#"{"downloadUrl":7,"versions":[]}"#)
    let accepted = await app.launched(properties: TestPhone.old)
    #expect(accepted.outcome == .none)
    #expect(accepted.findings.map(\.code.name) == ["otherFormat"])
    phone.publisher.publish("<html>")
    #expect(await app.check(.manual).findings.map(\.code.name) == ["invalidJSON"])
    phone.publisher.fails("offline")
    #expect(await app.check(.manual).findings.isEmpty)
  }

  @Test("A document is stored once, however often a check brings it")
  func documentIsStoredOnce() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    await app.check(.manual)
    try await app.close()
    await phone.installation().launched(properties: TestPhone.old)
    let brought = try phone.replayed().compactMap { step -> Bool? in
      guard case .fetchSucceeded = step.event.data else { return nil }
      return step.state.policy != nil
    }
    #expect(brought == [true, true, true])
    let lines = try phone.lines().filter { $0.contains("fetch.succeeded") }
    #expect(lines.map { $0.contains(#""document":"#) } == [true, false, false])
  }

  @Test("A scheduled check waits until it is due, and counts failures as checks")
  func scheduledCheckWaitsUntilDue() async throws {
    let phone = try TestPhone()
    let app = phone.installation(schedule: .daily)
    #expect(await app.nextCheck() == phone.clock.value.moment)
    await app.launched(properties: TestPhone.old)
    #expect(await app.checkIfDue()?.outcome == nil)
    phone.wait(hours: 23.9)
    #expect(await app.checkIfDue()?.outcome == nil)
    phone.wait(hours: 0.1)
    phone.publisher.fails("offline")
    #expect(await app.checkIfDue()?.outcome == .failed)
    #expect(await app.checkIfDue()?.outcome == nil)
    try await app.close()
    let again = phone.installation(schedule: .daily)
    #expect(await again.checkIfDue()?.outcome == nil)
    phone.wait(hours: 24)
    #expect(await again.checkIfDue() != nil)
    #expect(await phone.installation().checkIfDue()?.outcome == nil)
  }

  @Test("A scheduled check leaves the fetch to a running check, such as the launch's")
  func scheduledCheckYieldsToARunningOne() async throws {
    let phone = try TestPhone()
    let policy = SlowSource()
    let app = phone.installation(schedule: .daily, policy: policy)
    async let launch = app.launched(properties: TestPhone.old)
    await policy.wasAsked()
    #expect(await app.checkIfDue()?.outcome == nil)
    policy.answer()
    #expect(await launch.outcome == .none)
    phone.wait(hours: 24)
    #expect(await app.checkIfDue()?.outcome == CheckOutcome.none)
  }
}

/// Delays its first answer until it is released.
private final class SlowSource: PolicySource {
  let url = "https://example.com/policy"
  private let asked = AsyncStream.makeStream(of: Void.self)
  private let answers = AsyncStream.makeStream(of: Void.self)
  private let isFirst = SharedValue(true)

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let waits = isFirst.change { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    if waits {
      asked.continuation.yield()
      for await _ in answers.stream { break }
    }
    return .document(text: Publisher.document(), Validators())
  }

  func wasAsked() async { for await _ in asked.stream { break } }
  func answer() { answers.continuation.yield() }
}

import Herald
import HeraldFetch
import HeraldRuntime
import Testing

@Suite("A check")
struct CheckTests {
  @Test("ends as exactly one of six", arguments: CheckOutcome.allCases)
  func outcomes(_ outcome: CheckOutcome) async throws {
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
    "is never `none` where the policy could not be had",
    arguments: ["offline", "timeout", "tls", "http", "tooLarge", "cancelled", "another"])
  func failures(_ reason: String) async throws {
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
    "fails with the reason where the document is refused",
    arguments: [
      ("<html>", RefusalReason.invalidJSON), ("[]", .invalidDocument), ("{}", .missingPackageName),
      (#"{"packageName":"b"}"#, .otherPackage),
    ])
  func refused(_ document: String, _ reason: RefusalReason) async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(document)
    let result = await app.launched(properties: TestPhone.old)
    guard case .refused(let refusal) = result.failure else {
      Issue.record("no reason")
      return
    }
    #expect(result.outcome == .failed && refusal.reason == reason)
    // That nothing changed says nothing new of a document that was refused.
    phone.publisher.answers(.notModified(Validators()))
    #expect(await app.check(.manual).outcome == .failed)
  }

  @Test("fails where nothing changed since no document came, and since another app's came before the launch")
  func nothingHolds() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.answers(.notModified(Validators()))
    let first = await app.launched(properties: TestPhone.old)
    #expect(first.outcome == .failed && first.failure?.reason == "http")
    let other = try TestPhone()
    other.publisher.publish(Publisher.document(.force), etag: #""7""#)
    let early = other.installation()
    await early.check(.manual)
    other.publisher.answers(.notModified(Validators()))
    let result = await early.launched(properties: ["appPackageName": "b", "appVersionName": "1.0"])
    #expect(result.outcome == .failed && result.failure?.reason == "otherPackage")
  }

  @Test("offline at start uses the last policy in force, and says so")
  func offline() async throws {
    let phone = try TestPhone()
    let first = phone.installation()
    phone.publisher.publish(Publisher.document(.force))
    await first.launched(properties: TestPhone.old)
    try await first.close()
    phone.publisher.fails("offline")
    let result = await phone.installation().launched(properties: TestPhone.old)
    #expect(result.outcome == .force && result.showing?.prompt.rule == "update:1")
    guard case .fetch(let failure) = result.failure else {
      Issue.record("it does not say that it is the last policy")
      return
    }
    #expect(failure.reason == "offline")
  }

  @Test("finds the prompt that is on the screen already, and shows no second one")
  func alreadyVisible() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(Publisher.document(.force))
    let first = await app.launched(properties: TestPhone.old)
    let second = await app.check(.manual)
    #expect(second.outcome == .force && second.showing?.id == first.showing?.id)
    #expect(second.decision?.reason == .alreadyVisible)
    await app.chose(.update)
    await withTaskGroup(of: CheckResult.self) { group in
      for _ in 0..<8 { group.addTask { await app.check(.manual) } }
      for await result in group { #expect(result.outcome == .force) }
    }
    #expect(try phone.types().count { $0 == "prompt.shown" } == 2)
    #expect(try phone.types().count { $0 == "fetch.succeeded" } == 10)
  }

  @Test("by a heartbeat shows nothing, whatever it brings")
  func heartbeat() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    phone.publisher.publish(Publisher.document(.exit))
    let result = await app.check(.heartbeat)
    #expect(result.outcome == .none && result.decision?.reason == .silent)
    #expect(await app.foregrounded()?.prompt.kind == .exit)
  }

  @Test("at a login says who is signed in, with and without a network")
  func login() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    await app.check(.login, user: .signedIn("u"))
    #expect(await app.state.user == "u")
    phone.publisher.fails("offline")
    await app.check(.login, user: .signedOut)
    #expect(await app.state.user == nil)
  }

  @Test("tells the server what it has, also after a restart, and the device's properties")
  func conditional() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.optional), etag: #""7""#)
    let first = phone.installation()
    await first.launched(properties: TestPhone.old)
    phone.publisher.answers(.notModified(Validators()))
    await first.check(.manual)
    await first.check(.manual)
    try await first.close()
    await phone.installation().launched(properties: TestPhone.old)
    let requests = phone.publisher.requests.value
    #expect(requests.map(\.validators?.etag) == [nil, #""7""#, #""7""#, #""7""#])
    #expect(requests.last?.properties == ["appPackageName": "a", "appVersionName": "1.0"])
  }

  @Test(
    "asks anew where the document is read in another way",
    arguments: [("turkcell", nil), ("herald", "https://example.com/store")])
  func otherFormat(_ format: String, _ store: String?) async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(), etag: #""7""#)
    let first = phone.installation()
    await first.launched(properties: TestPhone.old)
    try await first.close()
    await phone.installation(format: format, storeURL: store).launched(properties: TestPhone.old)
    #expect(phone.publisher.requests.value.map(\.validators) == [nil, nil])
  }

  @Test("asks anew for a document that was refused, which the app's next version may accept")
  func refusedIsAskedAnew() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force), etag: #""7""#)
    let app = phone.installation()
    let refused = await app.launched(properties: ["appPackageName": "b", "appVersionName": "1.0"])
    #expect(refused.failure?.reason == "otherPackage")
    let accepted = await app.launched(properties: TestPhone.old)
    #expect(accepted.outcome == .force && accepted.failure == nil)
    await app.check(.manual)
    #expect(phone.publisher.requests.value.map(\.validators?.etag) == [nil, nil, #""7""#])
  }

  @Test("tells what was found in the document, accepted or not")
  func findings() async throws {
    let phone = try TestPhone()
    let app = phone.installation(format: "login")
    phone.publisher.publish(#"{"versions":[]}"#)
    let accepted = await app.launched(properties: TestPhone.old)
    #expect(accepted.outcome == .none && accepted.findings.map(\.code.name) == ["otherFormat"])
    phone.publisher.publish("<html>")
    #expect(await app.check(.manual).findings.map(\.code.name) == ["invalidJSON"])
    phone.publisher.fails("offline")
    #expect(await app.check(.manual).findings.isEmpty)
  }

  @Test("keeps a document once, however often it comes")
  func documents() async throws {
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

  @Test("on the schedule waits until it is due, and counts failures as checks")
  func schedule() async throws {
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

  @Test("on the schedule leaves it to a check that is under way, such as the launch's")
  func underWay() async throws {
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

/// Answers the first time only when it's told to.
private final class SlowSource: PolicySource {
  let url = "https://example.com/policy"
  private let asked = AsyncStream.makeStream(of: Void.self)
  private let answers = AsyncStream.makeStream(of: Void.self)
  private let isFirst = Locked(true)

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

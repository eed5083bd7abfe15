import Herald
import HeraldFetch
import HeraldRuntime
import Testing

@Suite("An installation")
struct LifeTests {
  @Test("An installation shows a forced update until the new version is launched, and records each step")
  func forcedUpdateIsShownUntilLaunched() async throws {
    let phone = try TestPhone()
    let presenter = ScriptedPresenter(.update, .update)
    let app = phone.installation(presenter: presenter)
    phone.publisher.publish(Publisher.document(.force))
    let result = await app.launched(properties: TestPhone.old, user: "u")
    #expect(result.outcome == .force)
    #expect(result.failure == nil)
    #expect(result.showing?.prompt.destination == "https://example.com/app")
    await app.settled()
    await app.backgrounded()
    phone.wait(hours: 1)
    #expect(await app.foregrounded(busy: true) == nil)
    #expect(await app.foregrounded()?.prompt.rule == "update:1")
    await app.settled()
    let updated = await app.launched(properties: TestPhone.new)
    #expect(updated.outcome == .none)
    #expect(updated.decision?.reason == .noRule)
    #expect(presenter.followed.value == [.update, .update])
    #expect(
      try phone.types() == [
        "app.launched", "fetch.succeeded", "prompt.shown", "button.chosen", "app.backgrounded", "app.foregrounded",
        "app.foregrounded", "prompt.shown", "button.chosen", "app.launched", "fetch.succeeded",
      ])
  }

  @Test("An installation shows nothing before its launch where an ended process left a prompt on the screen")
  func nothingIsShownBeforeTheLaunch() async throws {
    let phone = try TestPhone()
    let ended = phone.installation()
    phone.publisher.publish(Publisher.document(.force))
    await ended.launched(properties: TestPhone.old)
    try await ended.close()
    let app = phone.installation()
    #expect(await app.check(.manual).decision?.reason == .alreadyVisible)
    #expect(await app.launched(properties: TestPhone.old).outcome == .force)
  }

  @Test("An installation observes what replaying its ledger gives")
  func installationAgreesWithTheReplay() async throws {
    let phone = try TestPhone()
    let app = phone.installation(presenter: ScriptedPresenter(.later))
    phone.publisher.publish(Publisher.document(.optional))
    await app.launched(properties: TestPhone.old)
    await app.settled()
    await app.received(Push(kind: "forceUpdate", url: "https://example.com/x"))
    _ = await app.attempt("placeOrder")
    await app.settled()
    let (seen, replayed) = (phone.steps.value, try phone.replayed())
    #expect(seen.count == 8)
    #expect(seen.map(\.event.id) == replayed.map(\.event.id))
    #expect(seen.map(\.decision) == replayed.map(\.decision))
    #expect(seen.last?.state == replayed.last?.state)
    #expect(await app.state == replayed.last?.state)
  }

  @Test("An installation lets an operation proceed, or blocks it with the prompt that is on the screen")
  func operationProceedsOrIsBlocked() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    #expect(await app.attempt("placeOrder") == .proceed)
    await app.received(Push(kind: "forceUpdate", url: "https://example.com/x", targetVersion: "2.0"))
    guard case .blocked(let prompt) = await app.attempt("placeOrder") else {
      Issue.record("the latched push does not block")
      return
    }
    #expect(prompt.rule == Prompt.pushRule)
    #expect(prompt.destination == "https://example.com/x")
    // The prompt is still there: no second showing, and no way past it.
    #expect(await app.attempt("placeOrder") == .blocked(prompt))
    #expect(await app.chose(.update)?.prompt == prompt)
    #expect(await app.chose(.update) == nil)
    #expect(await app.attempt("placeOrder") == .blocked(prompt))
    await app.launched(properties: TestPhone.new)
    #expect(await app.attempt("placeOrder") == .proceed)
    #expect(try phone.types().count { $0 == "prompt.shown" } == 2)
  }

  @Test("An installation blocks no operation with a prompt that can be dismissed")
  func optionalPromptBlocksNothing() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    phone.publisher.publish(Publisher.document(.optional))
    #expect(await app.launched(properties: TestPhone.old).outcome == .optional)
    #expect(await app.attempt("placeOrder") == .proceed)
  }

  @Test("An installation records a prompt that vanished, and may show it again")
  func vanishedPromptMayReturn() async throws {
    let phone = try TestPhone()
    let app = phone.installation(presenter: ScriptedPresenter())
    phone.publisher.publish(Publisher.document(.force))
    await app.launched(properties: TestPhone.old)
    await app.settled()
    #expect(await app.onScreen == nil)
    #expect(await app.state.records["update:1"]?.lastButton == Installation.vanished)
    #expect(await app.foregrounded() != nil)
  }

  @Test("An installation takes only the first answer to a prompt, the app's own or the presenter's")
  func onlyTheFirstAnswerCounts() async throws {
    let phone = try TestPhone()
    let presenter = HeldPresenter()
    let app = phone.installation(presenter: presenter)
    phone.publisher.publish(Publisher.document(.optional))
    await app.launched(properties: TestPhone.old)
    #expect(await app.chose(.skip) != nil)
    presenter.answer(.update)
    await app.settled()
    #expect(try phone.types().count { $0 == "button.chosen" } == 1)
    #expect(await app.state.counts.strayButtons == 0)
    #expect(await app.state.records["update:1"]?.skippedVersion == "2.0")
  }

  @Test("An installation keeps the name that it made for itself")
  func installationKeepsItsName() async throws {
    let phone = try TestPhone()
    let first = phone.installation(source: nil)
    await first.launched(properties: TestPhone.old)
    let name = try await first.open()
    #expect(name.string.hasPrefix("/installations/"))
    try await first.close()
    #expect(try await phone.installation(source: nil).open() == name)
  }

  @Test("An installation asks which name is its own where a ledger has several")
  func severalNamesNeedAChoice() async throws {
    let phone = try TestPhone()
    for source in ["/i/1", "/i/2"] {
      let app = phone.installation(source: source)
      await app.launched(properties: TestPhone.old)
      try await app.close()
    }
    let nameless = phone.installation(source: nil)
    await #expect(throws: (any Error).self) { try await nameless.open() }
    #expect(await nameless.attempt("x") == .proceed)
    #expect(phone.findings.value.last?.code.name == "severalInstallations")
  }
}

/// Holds the prompt until the test answers.
private final class HeldPresenter: Presenter {
  private let (answers, continuation) = AsyncStream.makeStream(of: Button.self)

  func answer(_ button: Button) { continuation.yield(button) }
  func present(_ showing: Showing) async -> Button? { await answers.first { _ in true } }
  func follow(_ button: Button, of showing: Showing) async {}
}

import Herald
import HeraldFetch
import HeraldRuntime
import Testing

/// An event in the life of a phone.
enum Happening: String, CaseIterable, Sendable {
  case launch, leave, comeBack, comeBackBusy, push, order, heartbeat, manual, offline, laterOn
}

@Suite("A process that dies")
struct CrashTests {
  /// Every pair of happenings after a launch.
  static let pairs = Happening.allCases.flatMap { first in Happening.allCases.map { [.launch, first, $0] } }

  @Test("A process that dies between any two steps changes nothing of what is decided and shown", arguments: pairs)
  func crashBetweenStepsChangesNothing(_ happenings: [Happening]) async throws {
    let whole = try await live(happenings, crashes: false)
    let torn = try await live(happenings, crashes: true)
    #expect(whole.types == torn.types)
    #expect(whole.decisions == torn.decisions)
    #expect(whole.shown == torn.shown)
  }

  @Test("A prompt that was on the screen when the process died is shown again at the next launch")
  func promptReturnsAfterACrash() async throws {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.force))
    var app = phone.installation()
    await app.launched(properties: TestPhone.old)
    app = phone.installation()
    #expect(await app.launched(properties: TestPhone.old).outcome == .force)
    #expect(await app.state.records["update:1"]?.shown == 2)
  }

  /// The results of a life: the ledger's events, the decisions of its replay, and the prompts that were shown.
  private struct Life {
    var types: [String] = []
    var decisions: [String] = []
    var shown: [String] = []
  }

  private func live(_ happenings: [Happening], crashes: Bool) async throws -> Life {
    let phone = try TestPhone()
    phone.publisher.publish(Publisher.document(.optional, keys: #","pushOnForeground":true"#))
    let presenter = ScriptedPresenter(.later, .update, .later, .update)
    var app = phone.installation(presenter: presenter)
    for happening in happenings {
      if crashes { app = phone.installation(presenter: presenter) }
      await happen(happening, to: app, of: phone)
      await app.settled()
    }
    let steps = try phone.replayed()
    // The presenter showed the prompts that a replay of the ledger decides, in order.
    #expect(steps.compactMap(\.decision?.prompt) == presenter.shown.value.map(\.prompt))
    #expect(steps.map(\.event.revision) == Array(1...steps.count))
    return Life(
      types: steps.map(\.event.type.string),
      decisions: steps.compactMap { $0.decision.map { "\($0.question.trigger) \($0.reason)" } },
      shown: presenter.shown.value.map { "\($0.prompt.rule) \($0.prompt.kind)" })
  }

  private func happen(_ happening: Happening, to app: Installation, of phone: TestPhone) async {
    switch happening {
    case .launch: await app.launched(properties: TestPhone.old)
    case .leave: await app.backgrounded()
    case .comeBack: await app.foregrounded()
    case .comeBackBusy: await app.foregrounded(busy: true)
    case .push: await app.received(Push(kind: "forceUpdate", url: "https://example.com/x"))
    case .order: _ = await app.attempt("placeOrder")
    case .heartbeat: await app.check(.heartbeat)
    case .manual: await app.check(.manual)
    case .offline: phone.publisher.fails("offline")
    case .laterOn: phone.wait(hours: 25)
    }
  }
}

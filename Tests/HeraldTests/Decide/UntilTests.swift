import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Until when an answer holds")
struct UntilTests {
  private static let base = Timestamp(milliseconds: 1_772_438_400_000)
  private static let span: Int64 = 60

  @Test("The next change of a decision is the one that trying every millisecond finds", arguments: Seeds.all)
  func nextChangeIsFoundExactly(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var changes = 0
    for _ in 0..<25 {
      let offset = random.pick([0, 90, -480])
      let state = try Self.state(&random, offset: offset)
      let now = DeviceTime(moment: Self.base, offsetMinutes: offset)
      let trigger = random.pick([Trigger.launch, .launch, .manual, .foreground])
      let question = Question(trigger: trigger, now: now, source: "/i")
      let explanation = Explanation(question, in: state)
      let found = Self.nextChange(question, in: state)
      #expect(explanation.until == found, "\(explanation.decision.reason)")
      changes += found == nil ? 0 : 1
    }
    #expect(changes > 0)
  }

  /// The first millisecond after `now` with another answer.
  private static func nextChange(_ question: Question, in state: InstallationState) -> Timestamp? {
    var decider = Decider()
    let decision = decider.decide(question, in: state)
    for step in 1...span * 3 {
      var later = question
      later.now = question.now.later(by: step)
      let other = decider.decide(later, in: state)
      if other.prompt != decision.prompt || other.reason != decision.reason { return later.now.moment }
    }
    return nil
  }

  /// A state under a few rules, all whose dates and periods lie within the span around the base.
  private static func state(_ random: inout SplitMix64, offset: Int) throws -> InstallationState {
    var rules: [Rule] = []
    var entries: [ShowingRecords.Entry] = []
    for number in 0..<random.int(0...4) {
      let id = ExactString("r\(number)")
      let after = random.chance(40) ? try date(&random, offset) : nil
      let before = random.chance(40) ? try date(&random, offset) : nil
      rules.append(
        .make(
          id, random.pick(PromptKind.allCases), after: after, before: before, count: random.chance(10) ? 1 : nil,
          period: random.chance(50) ? Int64(random.int(1...Int(span * 2))) : 0, texts: ["*": "\(number)"]))
      if random.chance(60) {
        let shown = Timestamp(milliseconds: base.milliseconds - Int64(random.int(0...Int(span))))
        entries.append(ShowingRecords.Entry(rule: id, record: ShowingRecord(lastShown: shown)))
      }
    }
    var state = InstallationState()
    let start = DeviceTime(moment: base)
    state.apply(Fact(revision: 1, time: start, data: .launched([:])))
    state.apply(Fact(revision: 2, time: start, data: Policy.make(rules).fetched()))
    state.records = ShowingRecords(entries)
    if random.chance(10) { state.visible = VisiblePrompt(prompt: "p", rule: "r0", kind: .force) }
    if random.chance(10) {
      state.latch = Latch(event: "e", url: "https://h/", targetVersion: nil, appVersionName: nil)
    }
    return state
  }

  /// A date within the span, as an instant or as the device's wall clock.
  private static func date(_ random: inout SplitMix64, _ offset: Int) throws -> WindowDate {
    let moment = base.milliseconds + Int64(random.int(-Int(span)...Int(span)))
    let isInstant = random.chance(50)
    let clock = Timestamp(milliseconds: moment + (isInstant ? 0 : Int64(offset) * 60_000)).description
    return try #require(WindowDate(isInstant ? clock : String(clock.dropLast())))
  }

  @Test("An end of time that Herald cannot represent is not a change of a decision")
  func endOfTimeIsNoChange() throws {
    let now = try time("9999-12-31T23:59:59.998Z")
    var trial = Trial(now: now, record: ShowingRecord(lastShown: now.moment))
    let until = { (trial: Trial, rule: Rule) in
      var state = InstallationState()
      state.apply(Fact(revision: 1, time: now, data: .launched([:])))
      state.apply(Fact(revision: 2, time: now, data: Policy.make([rule]).fetched()))
      if let record = trial.record {
        state.records = ShowingRecords([ShowingRecords.Entry(rule: rule.id, record: record)])
      }
      return Explanation(trial.question, in: state).until
    }
    #expect(until(trial, .make(period: 1)) == now.later(by: 1).moment)
    #expect(until(trial, .make(period: 2)) == nil)
    #expect(until(trial, .make(period: .max)) == nil)
    trial.record = nil
    #expect(until(trial, .make(before: WindowDate("9999-12-31 23:59:59.998"))) == now.later(by: 1).moment)
    #expect(until(trial, .make(before: WindowDate("9999-12-31 23:59:59.999"))) == nil)
  }
}

import HeraldTestSupport
import Testing

@testable import Herald

/// Runs one test of a rule on a device, at a moment, after earlier showings.
struct Trial {
  var properties: [String: String] = [:]
  var trigger: Trigger = .launch
  var now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
  var source: ExactString = "/i/1"
  /// The numbers that the launch brought.
  var draws: Draws?
  /// The rule's earlier showings.
  var record: ShowingRecord?

  /// Whether a rule passes a test. Expects that deciding and explaining agree.
  func passes(_ test: RuleTest, _ rule: Rule, _ location: SourceLocation = #_sourceLocation) -> Bool {
    let policy = Policy.make([rule])
    let state = state(rule, under: policy)
    var situation = RuleContext(question, in: state, DeviceVerdicts(of: state, under: policy))
    situation.turn(to: rule, at: 0)
    var witness = RecordingWitness()
    let explained = test.check.passes(rule, in: situation, &witness)
    let decided = Self.decides(test, rule, in: situation)
    #expect(decided == explained, "deciding and explaining differ", sourceLocation: location)
    return decided
  }

  /// Whether a rule passes a test as a decision runs it.
  private static func decides(_ test: RuleTest, _ rule: Rule, in situation: borrowing RuleContext) -> Bool {
    guard let index = RuleTests.ofDevice.first(where: { RuleTests.inOrder[$0.index] == test })?.index else {
      return test.check.passes(rule, in: situation)
    }
    return !situation.verdict.failed.contains(index)
  }

  /// The comparisons of a test.
  func comparisons(_ test: RuleTest, _ rule: Rule) throws -> [Comparison] {
    let explanation = Explanation(question, in: state(rule, under: Policy.make([rule])))
    let explained = try #require(explanation.rules.first)
    return try #require(explained.tests.first { $0.test == test }).comparisons
  }

  var question: Question { Question(trigger: trigger, now: now, source: source) }

  private var launch: EventData {
    let profile = Profile(properties.map { (ExactString($0.key), ExactString($0.value)) })
    return .appLaunched(AppLaunched(profile: profile, draws: draws))
  }

  private func state(_ rule: Rule, under policy: Policy) -> InstallationState {
    var state = InstallationState()
    state.apply(Fact(revision: 1, time: now, data: launch))
    state.apply(Fact(revision: 2, time: now, data: policy.fetched()))
    if let record { state.records = ShowingRecords([ShowingRecords.Entry(rule: rule.id, record: record)]) }
    return state
  }
}

import Herald
import HeraldTestSupport
import Testing

@Suite("Laws of caps, budgets, phases, deadlines and quiet hours")
struct AttentionLawTests {
  private static let hour: Int64 = 3_600_000

  @Test("Raising a share, a phase or a cap never takes a prompt away", arguments: 0..<16)
  func raisingNeverTakesAPromptAway(seed: UInt64) throws {
    var life = try Life(seed: seed)
    for _ in 0..<25 {
      let (question, state) = try life.ask()
      var decider = Decider()
      let shown = decider.decide(question, in: state).prompt?.rule
      var raised = state
      // The policy in force: the fetch drops releases that lie after it.
      let policy = try #require(state.policy)
      raised.policy = Policy.make(policy.rules.map { Self.raised($0, policy) })
      let other = decider.decide(question, in: raised)
      // An earlier rule may be shown in its place, never nothing or a later one.
      if let shown, let place = life.policy.rules.firstIndex(where: { $0.id == shown }) {
        let now = other.prompt.flatMap { prompt in life.policy.rules.firstIndex { $0.id == prompt.rule } }
        #expect(now ?? .max <= place)
      }
      life.show()
    }
  }

  private static func raised(_ rule: Rule, _ policy: Policy) -> Rule {
    let pacing = rule.pacing.with { pacing in
      pacing.caps = pacing.caps.map { FrequencyCap(count: $0.count + 1, period: $0.period) }
      pacing.attention = policy.attention.map { old in
        Attention(
          caps: old.caps.map { FrequencyCap(count: $0.count + 1, period: $0.period) }, groups: old.groups,
          holdout: old.holdout.map { Holdout(id: $0.id, share: $0.share / 2) }, quietHours: old.quietHours
        ).over(policy.rules)
      }
    }
    let phases = rule.phases.flatMap {
      RolloutPhases(
        startAt: $0.startAt, steps: $0.steps.map { min(10_000, $0 + 1_000) }, interval: $0.interval,
        pausedAt: $0.pausedAt)
    }
    return Rule(rule, rollout: min(10_000, rule.rollout + 500), phases: phases, pacing: pacing)
  }

  @Test("A rule with limits and deadlines is explained as it is decided", arguments: 0..<16)
  func explanationsAgreeWithDecisions(seed: UInt64) throws {
    var life = try Life(seed: seed)
    for _ in 0..<25 {
      let (question, state) = try life.ask()
      var decider = Decider()
      let decision = decider.decide(question, in: state)
      let explanation = Explanation(question, in: state)
      #expect(explanation.decision == decision)
      for rule in explanation.rules { #expect(rule.tests.first { !$0.passed }?.test == rule.failed) }
      life.show()
    }
  }

  @Test("No user sees more than a budget, but by what nothing holds back", arguments: 0..<32)
  func budgetIsNeverExceeded(seed: UInt64) throws {
    var life = try Life(seed: seed)
    let attention = life.policy.attention
    var shown: [(time: Int64, rule: ExactString)] = []
    for _ in 0..<40 {
      let (question, state) = try life.ask()
      let now = question.now.moment.milliseconds
      // A clock that was set back moves what was shown later to its new time.
      shown = shown.map { (min($0.time, now), $0.rule) }
      var decider = Decider()
      guard let prompt = decider.decide(question, in: state).prompt else { continue }
      func isMember(_ rule: ExactString, of group: ExactString) -> Bool {
        life.policy.rules.contains { $0.id == rule && $0.pacing.groups.contains(group) }
      }
      if !prompt.kind.isBlocking, question.trigger != .manual {
        for cap in attention?.caps ?? [] { #expect(shown.count { now - $0.time < cap.period } < cap.count) }
        for (group, caps) in attention?.groups ?? [:] where isMember(prompt.rule, of: group) {
          for cap in caps {
            #expect(shown.count { now - $0.time < cap.period && isMember($0.rule, of: group) } < cap.count)
          }
        }
      }
      shown.append((now, prompt.rule))
      life.show()
    }
  }

  @Test("The kind of a rule only rises for one target as time goes on", arguments: 0..<16)
  func kindsOnlyRise(seed: UInt64) throws {
    var life = try Life(seed: seed)
    for _ in 0..<25 {
      let (question, state) = try life.ask()
      var risen: Set<ExactString> = []
      for hours in stride(from: Int64(0), through: 400, by: 7) {
        var later = question
        later.now = DeviceTime(
          moment: Timestamp(milliseconds: question.now.moment.milliseconds + hours * Self.hour),
          offsetMinutes: question.now.offsetMinutes)
        for rule in Explanation(later, in: state).rules where rule.rule.kind == .optional {
          #expect(rule.kind != .optional || !risen.contains(rule.rule.id))
          if rule.kind != .optional { risen.insert(rule.rule.id) }
        }
      }
      life.show()
    }
  }

  @Test("An answer holds until the moment that it names, at every instant that matters", arguments: 0..<16)
  func untilIsExact(seed: UInt64) throws {
    var life = try Life(seed: seed)
    for _ in 0..<12 {
      let (question, state) = try life.ask()
      let explanation = Explanation(question, in: state)
      var decider = Decider()
      let changed = life.instants(question, state).first { instant in
        guard instant > question.now.moment else { return false }
        var later = question
        later.now = DeviceTime(moment: instant, offsetMinutes: question.now.offsetMinutes)
        let other = decider.decide(later, in: state)
        return other.reason != explanation.decision.reason || other.prompt != explanation.decision.prompt
      }
      #expect(explanation.until == changed, "\(question.now.moment)")
      life.show()
    }
  }
}

/// A device that lives under a random policy: it asks at random times, shows what is decided, and answers. Its clock is
/// set back now and then.
private struct Life {
  private static let hour: Int64 = 3_600_000
  private static let offsetMinutes = 120
  private var random: SplitMix64
  private var stream: HeraldTestSupport.Stream
  let policy: Policy
  private var prompts = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let start = try time("2026-03-02T08:00:00.000+02:00")
    var generator = random
    policy = try Self.policy(&generator, near: start.moment)
    random = generator
    stream = HeraldTestSupport.Stream(now: start, source: ExactString("/i/\(seed)"))
    stream.append(.launched(["appVersionName": ["1.0", "2.0", "2.1"][random.int(0...2)], "deviceLanguage": "en"]))
    stream.append(policy.fetched(.heartbeat))
  }

  /// Lets some time pass and asks.
  mutating func ask() throws -> (question: Question, state: InstallationState) {
    let hours = random.chance(5) ? -Int64(random.int(1...40)) : Int64(random.int(0...30))
    let step = random.chance(30) ? Int64(random.int(0...5)) : hours * Self.hour
    stream.now = DeviceTime(
      moment: Timestamp(milliseconds: stream.now.moment.milliseconds + step), offsetMinutes: Self.offsetMinutes)
    let triggers: [FetchTrigger] = [.launch, .launch, .login, .schedule, .manual]
    stream.append(.failed(triggers[random.int(0...4)]))
    return (try stream.question(), stream.state)
  }

  /// Shows what the last question is answered with, and answers it.
  mutating func show() {
    guard let prompt = (try? stream.decision())?.prompt else { return }
    prompts += 1
    let name = ExactString("p\(prompts)")
    stream.append(.shown(name, rule: prompt.rule, kind: prompt.kind))
    stream.append(.chosen(["later", "later", "skip", "update"][random.int(0...3)], of: name))
  }

  /// Every instant at which anything that the policy asks may change, with its neighbours.
  func instants(_ question: Question, _ state: InstallationState) -> [Timestamp] {
    var lengths: Set<Int64> = [Self.hour]
    var bases: Set<Int64> = [question.now.moment.milliseconds]
    for rule in policy.rules {
      lengths.formUnion([rule.displayPeriod] + rule.pacing.caps.map(\.period) + [rule.pacing.releasedFor ?? 0])
      lengths.formUnion((policy.attention?.caps ?? []).map(\.period))
      lengths.formUnion((policy.attention?.groups.values.flatMap { $0 } ?? []).map(\.period))
      if let deadline = rule.pacing.deadline {
        lengths.formUnion([deadline.afterFirstShown ?? 0, deadline.grace ?? 0])
        lengths.formUnion(deadline.reminders.flatMap { [$0.period, -$0.within] })
        if let at = deadline.at { bases.insert(Self.moment(of: at)) }
      }
      for date in [rule.displayAfter, rule.displayBefore, rule.releasedAt] {
        bases.formUnion([date.map(Self.moment) ?? 0])
      }
      if let phases = rule.phases {
        for index in phases.steps.indices {
          bases.insert(Self.moment(of: phases.startAt) + Int64(index) * phases.interval)
        }
      }
    }
    for entry in state.records.entries {
      bases.formUnion(entry.record.showings.map(\.milliseconds))
      bases.insert(entry.record.firstShown?.milliseconds ?? 0)
    }
    var instants = Set(bases.flatMap { base in lengths.map { base + $0 } }).union(bases)
    // A reminder counts back from what is itself a base and a length.
    instants.formUnion(instants.flatMap { instant in lengths.filter { $0 < 0 }.map { instant + $0 } })
    let hours = ([policy.attention?.quietHours] + policy.rules.map(\.pacing.quietHours)).compactMap(\.self)
    // A day of the week begins at minute 0.
    let minutes = hours.flatMap { [$0.from, $0.to] } + (policy.rules.contains { $0.pacing.weekdays != nil } ? [0] : [])
    if !minutes.isEmpty {
      let day: Int64 = 86_400_000
      let first = question.now.moment.milliseconds / day - 1
      for number in first...(first + 60) {
        instants.formUnion(minutes.map { number * day + Int64($0 - Self.offsetMinutes) * 60_000 })
      }
    }
    return Set(instants.flatMap { [$0 - 1, $0, $0 + 1] }).sorted().map { Timestamp(milliseconds: $0) }
  }

  private static func moment(of date: WindowDate) -> Int64 { date.moment(offsetMinutes: offsetMinutes).milliseconds }

  /// Quiet hours within a day, or over midnight.
  private static func quietHours(_ random: inout SplitMix64) -> QuietHours? {
    let (early, late) = (random.int(0...700), random.int(701...1439))
    return random.chance(50) ? QuietHours(from: early, to: late) : QuietHours(from: late, to: early)
  }

  /// An instant, or a time on the device's clock.
  private static func date(_ random: inout SplitMix64, near start: Timestamp) -> WindowDate {
    let moment = Timestamp(milliseconds: start.milliseconds + Int64(random.int(-48...240)) * hour)
    let onDevice = WindowDate(String(moment.description.dropLast()))
    return random.chance(50) ? onDevice ?? WindowDate(moment, text: "a date") : WindowDate(moment, text: "a date")
  }

  private static func policy(_ random: inout SplitMix64, near start: Timestamp) throws -> Policy {
    func length(_ random: inout SplitMix64) -> Int64 { Int64(random.int(1...60)) * hour }
    func date(_ random: inout SplitMix64) -> WindowDate { Self.date(&random, near: start) }
    func caps(_ random: inout SplitMix64) -> [FrequencyCap] {
      (0..<random.int(0...2)).map { _ in FrequencyCap(count: random.int(1...3), period: length(&random)) }
    }
    let target = try #require(PublishedVersion("2.1"))
    var rules: [Rule] = []
    for number in 1...random.int(1...4) {
      var pacing = RulePacing()
      pacing.caps = random.chance(50) ? caps(&random) : []
      pacing.groups = random.chance(40) ? ["g"] : []
      if random.chance(20) { pacing.triggers = RuleTriggers([.launch, .manual]) }
      if random.chance(20) { pacing.forceUpdateTypes = [.major] }
      if random.chance(20) { pacing.updateTypes = [.minor, .major] }
      if random.chance(20) { pacing.releasedFor = length(&random) }
      if random.chance(15) { pacing.quietHours = quietHours(&random) }
      if random.chance(15) { pacing.weekdays = Set(Weekday.allCases.filter { _ in random.chance(60) } + [.we]) }
      if random.chance(15) { pacing.holdout = Holdout(id: "own", share: 3_000) }
      if random.chance(50) {
        pacing.deadline = Deadline(
          at: random.chance(50) ? date(&random) : nil, afterFirstShown: random.chance(40) ? length(&random) : nil,
          deferrals: random.chance(40) ? random.int(1...4) : nil, grace: random.chance(30) ? length(&random) : nil,
          becomes: random.chance(30) ? .exit : .force,
          reminders: random.chance(50)
            ? [Deadline.Reminder(within: length(&random), period: Int64(random.int(0...12)) * hour)] : [])
      }
      let phases = RolloutPhases(
        startAt: date(&random), steps: [2_000, 5_000, 10_000], interval: length(&random),
        pausedAt: random.chance(20) ? date(&random) : nil)
      rules.append(
        Rule.make(
          ExactString("update:\(number)"), random.chance(10) ? .force : .optional,
          condition: .below(target: target, code: nil), rollout: random.chance(20) ? 5_000 : 10_000,
          after: random.chance(20) ? date(&random) : nil, before: random.chance(20) ? date(&random) : nil,
          count: random.chance(20) ? random.int(1...3) : nil,
          period: random.chance(50) ? Int64(random.int(1...48)) * hour : 0, skippable: random.chance(50),
          targetVersion: target, releasedAt: random.chance(50) ? date(&random) : nil,
          phases: random.chance(25) ? phases : nil, pacing: pacing))
    }
    let attention = Attention(
      caps: random.chance(50) ? caps(&random) : [], groups: ["g": caps(&random)],
      holdout: random.chance(20) ? Holdout(id: "h", share: 3_000) : nil,
      quietHours: random.chance(40) ? quietHours(&random) : nil
    ).over(rules)
    return Policy.make(rules.map { Rule($0, pacing: $0.pacing.with { $0.attention = attention }) })
  }
}

import Herald

/// The tests of some rules that read a moment alone. Each counts once, however many rules have it.
struct MomentTests {
  private enum Test: Hashable {
    case hasCome(WindowDate)
    case hasPassed(WindowDate)
    case age(of: WindowDate, atLeast: Int64)
    case quietHours(QuietHours)
    case weekdays(Set<Weekday>)
    case phases(RolloutPhases)
  }

  private let tests: [Test]

  /// - Parameters:
  ///   - rules: the rules of one document or several.
  ///   - others: further dates that tell moments apart.
  init(of rules: [Rule], and others: [WindowDate] = []) {
    tests = Array(Set(rules.flatMap(Self.tests) + others.map(Test.hasCome)))
  }

  private static func tests(of rule: Rule) -> [Test] {
    let pacing = rule.pacing
    let dates = [rule.displayAfter, rule.releasedAt, pacing.deadline?.at].compactMap(\.self)
    let hours = [pacing.attention?.quietHours, pacing.quietHours].compactMap(\.self)
    let others: [Test?] = [
      rule.displayBefore.map(Test.hasPassed), pacing.weekdays.map(Test.weekdays), rule.phases.map(Test.phases),
      rule.releasedAt.map { .age(of: $0, atLeast: pacing.releasedFor ?? 0) },
    ]
    return dates.map(Test.hasCome) + hours.map(Test.quietHours) + others.compactMap(\.self)
  }

  /// The answers at a moment. No rule tells moments with the same answers apart.
  func reading(of time: DeviceTime) -> [Int] { tests.map { Self.answer(to: $0, at: time) } }

  private static func answer(to test: Test, at time: DeviceTime) -> Int {
    switch test {
    case .hasCome(let date): date.distance(to: time) >= 0 ? 1 : 0
    case .hasPassed(let date): date.distance(to: time) > 0 ? 1 : 0
    case .age(let date, let length): date.distance(to: time) >= length ? 1 : 0
    case .quietHours(let hours): hours.contain(time) ? 1 : 0
    case .weekdays(let days): days.contains(Weekday(of: time)) ? 1 : 0
    case .phases(let phases): phases.step(at: time) ?? -1
    }
  }
}

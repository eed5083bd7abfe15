/// The reach of one rule, in numbers of installations.
public struct RuleReach: Sendable {
  /// The rule.
  public let rule: Rule
  /// The tests that are counted: those that the rule asks, without ``RuleTest/fresh``, because a policy that is looked at
  /// does not expire.
  public let tests: [RuleTest]

  /// The installations that pass each test by itself.
  public private(set) var passed: [RuleTest: Int] = [:]
  /// The installations that pass every test of the device, so that the rule may be shown to them at some time.
  public private(set) var reached = 0
  /// The installations to which the rule would be shown now.
  public private(set) var shown = 0
  /// The destinations of a force or an exit on the installations that it reaches.
  public private(set) var ways = WaysOut()

  /// The installations that pass all tests of the device except one, by that test.
  private var missedBy: [RuleTest: Int] = [:]
  /// The installations that pass all tests of the device except for one filter, by the filter's index.
  private var missedByFilter: [Int: Int] = [:]

  init(_ rule: Rule) {
    self.rule = rule
    tests = RuleTest.allCases.filter { $0 != .fresh && $0.isAsked(by: rule) }
  }

  mutating func note(
    _ situation: borrowing Situation, failedFilters: [Int], _ profile: Profile, isShown: Bool
  ) {
    var missed: [RuleTest] = []
    func count(_ index: Int, _ check: any RuleCheck.Type, passed isPassed: Bool) {
      let test = RuleTests.inOrder[index]
      if isPassed { passed[test, default: 0] += 1 } else if check.asksDeviceAlone { missed.append(test) }
    }
    for test in RuleTests.ofDevice where tests.contains(RuleTests.inOrder[test.index]) {
      count(test.index, test.check, passed: !situation.verdict.failed.contains(test.index))
    }
    for test in RuleTests.asked where tests.contains(RuleTests.inOrder[test.index]) {
      count(test.index, test.check, passed: test.check.passes(rule, in: situation))
    }
    shown += isShown ? 1 : 0
    if missed.isEmpty {
      reached += 1
    } else if missed.count == 1 {
      missedBy[missed[0], default: 0] += 1
      if missed[0] == .filters, failedFilters.count == 1 { missedByFilter[failedFilters[0], default: 0] += 1 }
    }
    guard rule.kind.isBlocking else { return }
    let source = situation.question.source
    if missed.isEmpty {
      ways.reach(profile, rule.prompt(in: situation))
    } else if isLetGo(missed, failedFilters) {
      ways.letGo(profile, source)
    }
  }

  /// Whether the installation fails the rule only because of the installed version.
  private func isLetGo(_ missed: [RuleTest], _ failedFilters: [Int]) -> Bool {
    let ofVersion: Set<ExactString> = [.appVersionName, .appVersionCode]
    return missed.allSatisfy { $0 == .version || $0 == .filters }
      && failedFilters.allSatisfy { ofVersion.contains(rule.filters[$0].property) }
  }

  /// The number of installations that a key of the rule decides about: those that pass all other tests of the device.
  /// For a key that no test of the device reads, it is the number of those that the rule reaches.
  ///
  /// - Parameter key: JSON pointer below the rule, such as `/filters/deviceModel` or `/displayPeriodInHours`.
  public func concerned(by key: String) -> Int {
    let tokens = key.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard let first = tokens.first,
      let test = RuleTests.inOrder.first(where: { $0.check.documentKeys.contains(first) })
    else { return reached }
    // Each filter decides by itself.
    if test == .filters, tokens.count > 1 {
      let filter = rule.filters.firstIndex { JSONPointer.token($0.property.string) == tokens[1] }
      return reached + (filter.flatMap { missedByFilter[$0] } ?? 0)
    }
    return reached + (missedBy[test] ?? 0)
  }
}

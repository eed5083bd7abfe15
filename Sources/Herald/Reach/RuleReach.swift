/// The installations that one rule is for.
public struct RuleReach: Sendable {
  /// The rule.
  public let rule: Rule
  /// Those that pass a test, each test by itself.
  public private(set) var passed: [RuleTest: Int] = [:]
  /// Those that pass every test that asks only the device, so that the rule may be shown to them sooner or later.
  public private(set) var reached = 0
  /// Those to which it would be shown now.
  public private(set) var shown = 0
  /// Where a force or an exit leads those that it reaches.
  public private(set) var ways = WaysOut()

  /// Those that pass all tests of the device except one.
  private var missedBy: [RuleTest: Int] = [:]
  /// Those that pass all tests of the device except for one filter, by the filter's index.
  private var missedByFilter: [Int: Int] = [:]

  init(_ rule: Rule) { self.rule = rule }

  mutating func note(
    _ situation: borrowing Situation, failedFilters: [Int], _ profile: Profile, isShown: Bool
  ) {
    var missed: [RuleTest] = []
    func count(_ index: Int, _ check: any RuleCheck.Type, passed isPassed: Bool) {
      let test = RuleTests.inOrder[index]
      if isPassed { passed[test, default: 0] += 1 } else if check.asksDeviceAlone { missed.append(test) }
    }
    for test in RuleTests.ofDevice {
      count(test.index, test.check, passed: !situation.verdict.failed.contains(test.index))
    }
    for test in RuleTests.asked {
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
      ways.reach(profile, rule.prompt(situation.verdicts, at: situation.ruleIndex))
    } else if isLetGo(missed, failedFilters) {
      ways.letGo(profile, source)
    }
  }

  /// Whether only the installed version keeps the rule away.
  private func isLetGo(_ missed: [RuleTest], _ failedFilters: [Int]) -> Bool {
    let ofVersion: Set<ExactString> = [.appVersionName, .appVersionCode]
    return missed.allSatisfy { $0 == .version || $0 == .filters }
      && failedFilters.allSatisfy { ofVersion.contains(rule.filters[$0].property) }
  }

  /// How many installations a key of the rule decides about: those that pass all other tests of the device. For a key
  /// that no test of the device reads, those that the rule reaches.
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

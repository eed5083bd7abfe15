/// The installations that one rule is for.
public struct RuleReach: Sendable {
  public let rule: Rule
  /// Those that pass a test, each test by itself.
  public private(set) var passed: [RuleTest: Int] = [:]
  /// Those that pass every test that asks of the device alone, so that the rule may be shown to them sooner or later.
  public private(set) var reached = 0
  /// Those to which it would be shown now.
  public private(set) var shown = 0
  /// Where it leads those that it reaches, where they cannot get past it.
  public private(set) var ways = WaysOut()

  /// Those that pass all tests of the device but one.
  private var missedBy: [RuleTest: Int] = [:]
  /// Those that pass all tests of the device but for one filter, by the filter's place.
  private var missedByFilter: [Int: Int] = [:]

  /// What no user changes by waiting or answering.
  static let deviceTests: [RuleTest] = [.filters, .version, .rollout, .installed, .text]

  init(_ rule: Rule) { self.rule = rule }

  mutating func note(
    _ situation: borrowing Situation, failedFilters: [Int], _ profile: Profile, isShown: Bool
  ) {
    var witness = NoWitness()
    var missed: [RuleTest] = []
    for test in RuleTest.inOrder {
      if test.passes(rule, situation, &witness) {
        passed[test, default: 0] += 1
      } else if Self.deviceTests.contains(test) {
        missed.append(test)
      }
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
      ways.reach(profile, rule.prompt(situation.standing, at: situation.ruleIndex))
    } else if isLetGo(missed, failedFilters) {
      ways.letGo(profile, source)
    }
  }

  /// Whether nothing but the installed version keeps the rule away.
  private func isLetGo(_ missed: [RuleTest], _ failedFilters: [Int]) -> Bool {
    let ofVersion: Set<ExactString> = [.appVersionName, .appVersionCode]
    return missed.allSatisfy { $0 == .version || $0 == .filters }
      && failedFilters.allSatisfy { ofVersion.contains(rule.filters[$0].property) }
  }

  /// The installations that something which the rule says concerns: those that pass all other tests of the device, so
  /// that this is what decides about them; for what decides about no device, those that the rule reaches.
  ///
  /// - Parameter key: JSON pointer below the rule, such as `/filters/deviceModel` or `/displayPeriodInHours`.
  public func concerned(by key: String) -> Int {
    let tokens = key.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    switch tokens.first {
    case "filters":
      guard tokens.count > 1 else { return reached + (missedBy[.filters] ?? 0) }
      let filter = rule.filters.firstIndex { JSONPointer.token($0.property.string) == tokens[1] }
      return reached + (filter.flatMap { missedByFilter[$0] } ?? 0)
    case "targetVersion", "targetVersionCode", "version": return reached + (missedBy[.version] ?? 0)
    case "rollout": return reached + (missedBy[.rollout] ?? 0)
    case "descriptions": return reached + (missedBy[.text] ?? 0)
    case "targetPackageName": return reached + (missedBy[.installed] ?? 0)
    default: return reached
    }
  }
}

package import Herald
import HeraldLog

/// The other installations of the log that meet the same test, with those on the same value among them, and the reach of
/// each edit.
package struct OthersAnswer {
  private let outcome: SameOutcome
  private let others: OthersVisitor
  private let edits: [[Change]]
  private let found: DecisionFinder.Found

  /// The most installations that are named in words.
  private static let shownAtMost = 8

  /// Replays the whole log once more.
  ///
  /// - Parameters:
  ///   - rule: the rule that the question is about; nil for the rule that is shown, else the first rule that was
  ///     looked at.
  ///   - jobs: number of threads that may work on a ledger.
  /// - Returns: nil where the policy in force has no such rule.
  init?(_ found: DecisionFinder.Found, rule: ExactString?, in events: LoggedEvents, jobs: Int) throws {
    let decision = found.decision
    let subject = rule ?? decision.prompt?.rule ?? decision.considered.first?.rule.id
    guard let subject, let outcome = SameOutcome(of: subject, decision.question, in: found.step.state) else {
      return nil
    }
    let sets = rule.map { WhyNot($0, decision.question, in: found.step.state).smallest.sets } ?? []
    edits = sets.filter { set in set.allSatisfy { $0.scope == .policy } }
    var visitor = OthersVisitor(outcome, besides: found.step.event.source, edits: edits)
    var all = events
    all.streams = .all
    try all.fold(into: &visitor, inAnyOrder: true, jobs: jobs)
    others = visitor
    self.outcome = outcome
    self.found = found
  }

  package func words(_ style: Style) -> String {
    let all = max(0, others.installations - 1)
    let count = outcome.test == nil ? others.alike.count : others.sameTest
    let countMeant = outcome.test == nil ? others.alikeMeant : others.sameTestMeant
    var lines = ["", style.bold("Others")]
    lines.append(
      "  \(outcome.rule.string.shown) is meant for \(others.meant.grouped) of "
        + "\(all.of("other installation", "other installations")), by policy, filters and segments")
    let split = countMeant == count ? "" : " (\(countMeant.grouped) of them meant)"
    lines.append(
      "  \(count.grouped) of all\(split), asked the same at the end of the log, "
        + outcomeWords(isOne: count == 1))
    if let value = valueWords { lines.append("  \(others.alike.count.grouped) of these \(value)") }
    lines.append(
      "  \(others.shown.grouped) of them \(others.shown == 1 ? "was" : "were") shown \(outcome.rule.string.shown) at some time "
        + "before")
    lines += others.alike.prefix(Self.shownAtMost).map { "    \($0.string.shown)" }
    if count > Self.shownAtMost { lines.append("    and \((count - Self.shownAtMost).grouped) more: --format json") }
    for (edit, reached) in zip(edits, others.reached) {
      let words = edit.map { ChangeWords($0, in: found).words }.joined(separator: " and ")
      lines.append("  if \(words): shown to \(reached.of("other installation", "other installations")) too")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func outcomeWords(isOne: Bool) -> String {
    let name = outcome.rule.string.shown
    guard let test = outcome.test else { return "\(isOne ? "passes" : "pass") all tests of \(name) as this one does" }
    return "\(isOne ? "fails" : "fail") the same test of \(name) (\(test.rawValue))"
  }

  /// The value on which the same test failed, for those that share it; nil where no test failed, or it compares none.
  private var valueWords: String? {
    guard outcome.test != nil, let subject = outcome.subject else { return nil }
    return "on the same value (\(subject.shown) \(outcome.found?.shown ?? "missing"))"
  }

  /// Appends a line `{"others":{…}}`.
  package var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("others") {
        $0.object {
          $0.member("rule", outcome.rule)
          $0.member("test", word: outcome.test)
          $0.member("property", outcome.subject)
          $0.member("value", outcome.found)
          $0.member("installations", others.installations)
          $0.member("shown", others.shown)
          $0.member("alike", others.alike.count)
          $0.member("sources", others.alike) { $0.string($1) }
          $0.member("meant", others.meant)
          $0.member("notMeant", max(0, others.installations - 1 - others.meant))
          $0.member("alikeMeant", others.alikeMeant)
          $0.member("sameTest", others.sameTest)
          $0.member("sameTestMeant", others.sameTestMeant)
          $0.member("edits", Array(zip(edits, others.reached))) { output, edit in
            output.object {
              $0.member("set", edit.0) { ChangeWords($1, in: found).write(into: &$0) }
              $0.member("reached", edit.1)
            }
          }
        }
      }
    }
    return output.string
  }
}

/// Finds the installations on which the same happens to a rule, at the ends of their logs.
struct OthersVisitor: SummedFold, Sendable {
  private let outcome: SameOutcome
  private let source: ExactString
  private let edits: [[Change]]
  private(set) var installations = 0
  /// The other installations that the rule is meant for.
  private(set) var meant = 0
  /// Those of them in ``alike``.
  private(set) var alikeMeant = 0
  /// The number of other installations that were shown the rule at any time.
  private(set) var shown = 0
  /// The other installations that end at the same test with the same value.
  private(set) var alike: [ExactString] = []
  /// The other installations that end at the same test of the rule, whatever its value, and those among them that the
  /// rule is meant for.
  private(set) var sameTest = 0
  private(set) var sameTestMeant = 0
  /// For each edit of the policy, how many other installations would be shown the rule because of it.
  private(set) var reached: [Int]

  /// - Parameters:
  ///   - source: the installation that was asked about, which is not among the others.
  ///   - edits: sets of changes of the policy whose reach is counted.
  init(_ outcome: SameOutcome, besides source: ExactString, edits: [[Change]]) {
    self.outcome = outcome
    self.source = source
    self.edits = edits
    reached = edits.map { _ in 0 }
  }

  var makePart: @Sendable () -> Self {
    let (outcome, source, edits) = (outcome, source, edits)
    return { Self(outcome, besides: source, edits: edits) }
  }

  static func += (all: inout Self, other: Self) {
    all.installations += other.installations
    all.alike += other.alike
    all.shown += other.shown
    all.meant += other.meant
    all.alikeMeant += other.alikeMeant
    all.sameTest += other.sameTest
    all.sameTestMeant += other.sameTestMeant
    for index in all.reached.indices { all.reached[index] += other.reached[index] }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    guard source != self.source else { return }
    if state.records[outcome.rule]?.shown ?? 0 > 0 { shown += 1 }
    let other = outcome.compare(with: state, of: source)
    meant += other.isMeant ? 1 : 0
    if other.isSameTest {
      sameTest += 1
      sameTestMeant += other.isMeant ? 1 : 0
    }
    if other.isAlike {
      alike.append(source)
      alikeMeant += other.isMeant ? 1 : 0
    }
    for (index, edit) in edits.enumerated() where outcome.isReached(state, of: source, with: edit) {
      reached[index] += 1
    }
  }
}

/// The outcome of a rule on one device, to find the devices with the same outcome.
///
/// ```swift
/// let outcome = SameOutcome(of: "update:7", question, in: state)
/// let alike = states.filter { outcome?.isShared(by: $0.state, of: $0.source) ?? false }
/// ```
package struct SameOutcome: Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The first test that the rule fails; nil where it passes all its tests.
  package let test: RuleTest?
  /// The value on which the test failed, by its name, such as `deviceOsName`; nil where the rule passes.
  package let subject: String?
  /// That value; nil where the device lacks it.
  package let found: String?
  private let question: Question

  /// Runs the rule's tests on a device.
  ///
  /// - Returns: nil where the policy in force has no such rule.
  package init?(of rule: ExactString, _ question: Question, in state: InstallationState) {
    guard let explained = Hypothesis(question, in: state).explained(rule) else { return nil }
    self.init(explained, question)
  }

  private init(_ explained: ExplainedRule, _ question: Question) {
    rule = explained.rule.id
    test = explained.failed
    let comparison = explained.tests.first { $0.test == explained.failed }?.comparisons.first { !$0.passed }
    subject = comparison?.subject
    found = comparison?.found
    self.question = question
  }

  /// True if another device, asked the same at the same moment, ends at the same test of the rule with the same value.
  package func isShared(by state: InstallationState, of source: ExactString) -> Bool {
    compare(with: state, of: source).isAlike
  }

  /// Compares with another device that is asked the same at the same moment.
  ///
  /// - Returns: `isMeant` where the rule is for that device: its policy has the rule, and the device passes the filters
  ///   and the segments. `isSameTest` where it ends at the same test of the rule; `isAlike` where also with the same
  ///   value.
  func compare(
    with state: InstallationState, of source: ExactString
  ) -> (isMeant: Bool, isSameTest: Bool, isAlike: Bool) {
    var asked = question
    asked.source = source
    guard let explained = Hypothesis(asked, in: state).explained(rule) else { return (false, false, false) }
    let other = SameOutcome(explained, asked)
    let isSameTest = other.test == test
    let isAlike =
      isSameTest && other.subject == subject
      && other.found.map { ExactString($0) } == found.map { ExactString($0) }
    let isMeant = explained.tests.allSatisfy { $0.passed || ![.filters, .segments].contains($0.test) }
    return (isMeant, isSameTest, isAlike)
  }

  /// True if a change of the policy would show the rule to another device, asked the same at the same moment, that is
  /// not shown it now.
  package func isReached(_ state: InstallationState, of source: ExactString, with changes: [Change]) -> Bool {
    var asked = question
    asked.source = source
    let now = Hypothesis(asked, in: state)
    return !now.decision.shows(rule) && changes.reduce(now) { $0.applying($1) }.decision.shows(rule)
  }
}

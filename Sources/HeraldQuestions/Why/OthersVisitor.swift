import Herald
import HeraldLog

/// Finds the installations on which the same happens to a rule, at the ends of their logs.
struct OthersVisitor: ReplayVisitor {
  private let outcome: SameOutcome
  private let source: ExactString
  private let edits: [[Change]]
  private(set) var installations = 0
  /// The other installations that end at the same test with the same value.
  private(set) var alike: [ExactString] = []
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

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    guard source != self.source else { return }
    if outcome.isShared(by: state, of: source) { alike.append(source) }
    for (index, edit) in edits.enumerated() where outcome.isReached(state, of: source, with: edit) {
      reached[index] += 1
    }
  }
}

public import Herald

/// The smallest sets of changes with which a rule would have been shown. Each set was decided again.
///
/// Sets of one change are tried first, then of two, then of three. A set that shows the rule has to change what the
/// first obstacle reads, so only such changes are tried; then those of the next obstacle, and so on. No smaller set of
/// candidates shows the rule.
public struct SmallestChange: Sendable {
  /// Sets of changes that show the rule, all of the same size. Of sets that change the same inputs only the most likely
  /// is listed. Waiting comes first, then another trigger, the state, properties, the policy.
  public let sets: [[Change]]
  /// The number of decisions that the search took.
  public let decisions: Int
  /// The limits that the search had.
  public let limits: Limits
  /// True if the search reached its limit of decisions, so that there may be a set that was not found.
  public let isCutShort: Bool

  /// The limits of a search.
  public struct Limits: Hashable, Sendable {
    /// The most changes of a set.
    public var changes: Int
    /// The most decisions that the search takes.
    public var decisions: Int

    /// Limits the size of a set, and the number of decisions.
    public init(changes: Int = 3, decisions: Int = 20_000) {
      self.changes = changes
      self.decisions = decisions
    }
  }

  init(toShow rule: ExactString, from start: Hypothesis, limits: Limits) {
    var search = Search(rule, from: start, limits: limits)
    search.run(from: start)
    sets = search.likeliestFirst
    decisions = search.decisions
    isCutShort = search.isCutShort
    self.limits = limits
  }

  private struct Search {
    private let rule: ExactString
    private let candidates: Candidates
    private let limits: Limits
    private var found: [(inputs: Set<Input>, changes: [Change])] = []
    private(set) var decisions = 0
    private(set) var isCutShort = false

    init(_ rule: ExactString, from start: Hypothesis, limits: Limits) {
      self.rule = rule
      self.limits = limits
      candidates = Candidates(toShow: rule, from: start)
    }

    /// Tries sets of one change first, then of two, and so on; no changes if the rule is shown already.
    mutating func run(from start: Hypothesis) {
      for count in 0...max(0, limits.changes) where found.isEmpty && !isCutShort {
        look(at: start, after: [], atMost: count)
      }
    }

    private mutating func look(at hypothesis: Hypothesis, after changes: [Change], atMost count: Int) {
      guard decisions < limits.decisions else {
        isCutShort = true
        return
      }
      decisions += 1
      let decision = hypothesis.decision
      if decision.shows(rule) {
        found.append((Set(changes.map(\.input)), changes))
        return
      }
      guard changes.count < count else { return }
      let changed = Set(changes.map(\.input))
      for input in decision.inputs(before: rule, in: hypothesis) where !changed.contains(input) {
        let isLast = changes.count + 1 == count
        for change in candidates[input] {
          // One set of each kind is enough.
          if isLast, isKnown(changed.union([input])) { break }
          look(at: hypothesis.applying(change), after: changes + [change], atMost: count)
        }
      }
    }

    private func isKnown(_ inputs: Set<Input>) -> Bool { found.contains { $0.inputs == inputs } }

    var likeliestFirst: [[Change]] {
      found.filter { !$0.changes.isEmpty }.map(\.changes).enumerated()
        .sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }.map(\.element)
    }
  }
}

extension [Change] {
  /// A weight for sorting: the higher, the less likely the changes.
  fileprivate var weight: Int {
    reduce(0) { sum, change in
      sum + (Change.Scope.allCases.firstIndex(of: change.scope) ?? 0)
    }
  }
}

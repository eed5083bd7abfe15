/// With what a rule would have been shown: as few changes as possible, each set of them decided again.
///
/// Sets of one change are tried first, then of two, then of three. Whatever set of candidates shows the rule has to
/// change what the first obstacle reads, so only those changes are tried; then the obstacle that is first then, and so
/// on. No smaller set of candidates shows the rule.
public struct SmallestChange: Sendable {
  /// Sets of changes, each of which shows the rule and all as small as the first; of those that change the same things
  /// the likeliest. What waiting does comes first, then another trigger, the state, properties, the policy.
  public let sets: [[Change]]
  /// How many decisions were taken to find them.
  public let decisions: Int
  public let limits: Limits
  /// Whether the search ended because it had taken as many decisions as it may: there may be a set then that was not
  /// found.
  public let isCutShort: Bool

  /// How far is looked.
  public struct Limits: Hashable, Sendable {
    /// The most changes of a set.
    public var changes: Int
    /// The most decisions that are taken.
    public var decisions: Int

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

    /// One change first, then two, and so on; none where nothing has to change.
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

extension Decision {
  /// Whether a rule, or the latched push, is what is shown.
  func shows(_ rule: ExactString) -> Bool {
    guard reason == .shown else { return false }
    return rule == Prompt.pushRule ? failures.isEmpty : policy?.rules[failures.count - 1].id == rule
  }
}

extension [Change] {
  /// How much has to be different, to put the likeliest first.
  fileprivate var weight: Int {
    reduce(0) { sum, change in
      sum + (Change.Scope.allCases.firstIndex(of: change.scope) ?? 0)
    }
  }
}

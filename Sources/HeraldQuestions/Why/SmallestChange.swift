public import Herald

/// The smallest sets of changes with which a rule would have been shown. Each set was decided again.
///
/// Sets of one change are tried first, then of two, then of three. A set that shows the rule has to change what the
/// first obstacle reads, so only such changes are tried; then the changes of the next obstacle's inputs, and so on. No smaller set of
/// candidates shows the rule.
public struct SmallestChange: Sendable {
  /// Sets of changes that show the rule, all of the same size. Of sets that change the same inputs only the most likely
  /// is listed. Waiting comes first, then another trigger, the state, properties, the policy.
  public let sets: [[Change]]
  /// The number of decisions that the search took.
  public let decisions: Int
  /// The limits that the search had.
  public let limits: Limits
  /// True if there may be a set that was not found: the search reached its limit of decisions, or the rules have more
  /// conditions than are looked at.
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
    private var isOver = false
    /// True if not every set was tried.
    var isCutShort: Bool { isOver || candidates.areCutShort }

    init(_ rule: ExactString, from start: Hypothesis, limits: Limits) {
      self.rule = rule
      self.limits = limits
      candidates = Candidates(toShow: rule, from: start)
    }

    /// Tries sets of one change first, then of two, and so on; no changes if the rule is shown already.
    mutating func run(from start: Hypothesis) {
      for count in 0...max(0, limits.changes) where found.isEmpty && !isOver {
        look(at: start, after: [], atMost: count)
      }
    }

    private mutating func look(at hypothesis: Hypothesis, after changes: [Change], atMost count: Int) {
      guard decisions < limits.decisions else {
        isOver = true
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

/// The changes that might make a rule pass, or an earlier rule fail. A new decision shows whether a change does.
struct Candidates: Sendable {
  private let target: ExactString
  private let start: Hypothesis
  /// The rules up to the wanted one.
  private let rules: [Rule]
  /// Values of properties; nil for a property that is left out.
  private let values: [ExactString: [ExactString?]]
  private let times: [Change]
  /// True if values of properties were left out.
  let areCutShort: Bool

  init(toShow target: ExactString, from start: Hypothesis) {
    self.target = target
    self.start = start
    let all = start.state.policy?.rules ?? []
    let rules = all.firstIndex { $0.id == target }.map { Array(all[...$0]) } ?? []
    self.rules = rules
    let values = CandidateValues(rules, under: start.state.policy, on: start.state.profile)
    (self.values, areCutShort) = (values.byProperty, values.isCutShort)
    times = Self.times(rules, from: start)
  }

  /// The changes of one input, the most likely first.
  subscript(input: Input) -> [Change] {
    switch input {
    case .property(let name): (values[name] ?? []).map { .property(name, $0) }
    case .time: times
    case .trigger:
      Trigger.allCases.filter { $0 != start.question.trigger && $0 != .heartbeat }.map { .trigger($0) }
        + (rules.last?.pacing.triggers?.operations ?? []).map { .trigger(.operation, operation: $0) }
    case .launch: [.launched]
    case .screen: [.nothingVisible]
    case .business: [.notBusy]
    case .review: [.withoutReview]
    case .signature: [.withoutExpiry]
    case .latch: [target == Prompt.pushRule ? .latched : .noLatch]
    case .order: canComeFirst ? [.first(target)] : []
    case .packageName: start.state.profile[.appPackageName].map { [.packageName($0)] } ?? []
    case .record(let id):
      (rules.first { $0.id == id }.map(records) ?? [])
        // A limit of several rules reads the showings of other rules than the rules before the wanted one.
        + (id == target ? [] : rules.last.map { changes(to: $0, input) } ?? [])
    case .holdout: rules.last.map { changes(to: $0, input) } ?? []
    case .term(let id, _): id == target ? rules.last.map { changes(to: $0, input) } ?? [] : []
    case .rule(let id):
      id == target ? rules.last.map { changes(to: $0, input) } ?? [] : without(id)
    }
  }

  /// The policy without a rule before the wanted one: without its whole entry, where the entry ends the search and is
  /// not the wanted rule's own. No change for a rule that stands and falls with the wanted one.
  private func without(_ id: ExactString) -> [Change] {
    guard let policy = start.state.policy, let rule = policy.rule(id), !isInseparable(rule) else { return [] }
    let isOpened = policy.endsSearch(with: id) && !policy.entry(of: id).contains(target)
    return isOpened ? [.withoutEntry(id)] : [.withoutRule(id)]
  }

  /// True if a rule is read of the same value of the document as the wanted one, so that no edit takes it alone away.
  private func isInseparable(_ rule: Rule) -> Bool {
    guard let wanted = rules.last, let place = wanted.source.place, rule.id != target else { return false }
    let key = VersionCondition.key
    return rule.source.place == place && rule.source.keys[key] == wanted.source.keys[key]
  }

  /// False where the format itself orders its rules, so that no edit of the document puts one before the others:
  /// releases by their versions, and rules that are read of one value.
  private var canComeFirst: Bool {
    let isSorted = start.state.policy?.rules.contains { $0.closing == .installable } ?? false
    return rules.count > 1 && !isSorted && !rules.dropLast().contains(where: isInseparable)
  }

  /// The changes that the tests name for one part of a rule.
  private func changes(to rule: Rule, _ input: Input) -> [Change] {
    RuleTest.allCases.flatMap {
      $0.changes(to: rule, wanted: rule.id == target, for: start.question, in: start.state)
    }.filter { $0.input == input }
  }

  /// Changes of showings and answers: fewer and earlier showings for the wanted rule, enough and recent showings for a
  /// rule before it.
  private func records(_ rule: Rule) -> [Change] {
    let wasShown = rule.id == target && start.state.records[target] != nil
    return changes(to: rule, .record(rule.id)) + (wasShown ? [.neverShown(rule.id)] : [])
  }

  /// Between two instants at which a test may change, nothing changes. So the candidates are the first moment of each
  /// future interval, the nearest first, and the last moment of each past interval.
  private static func times(_ rules: [Rule], from start: Hypothesis) -> [Change] {
    let now = start.question.now.moment
    let instants = rules.instants(for: start.question, in: start.state)
    let past = instants.filter { $0 <= now }.reversed().map { Timestamp(milliseconds: $0.milliseconds - 1) }
    return (instants.filter { $0 > now } + past.filter(Timestamp.range.contains)).map { .time($0) }
  }
}

import Herald
import HeraldQuestions

/// Counts the installations of each figure of a fleet, as the conditions that find them do.
struct FleetPhones {
  /// True to count too who met a condition at any time, which only a page with links needs.
  var takesEvents = false
  private(set) var counts: [PhoneGroup: Int] = [:]
  /// The installations that were shown prompts of a kind, by day.
  private(set) var days: [PromptKind: PhoneDays] = [:]
  private var open: [ExactString: OpenPhone] = [:]

  /// An installation that has not ended.
  fileprivate struct OpenPhone {
    var failures = FetchFailures()
    var groups: Set<PhoneGroup> = []
    var days: [PromptKind: Set<Int>] = [:]
    /// The last decision that was recorded. One with the same rules and failures says nothing new.
    var decision: Decision?
  }

  /// The installations that were launched.
  private(set) var launched = 0

  subscript(group: PhoneGroup) -> Int { counts[group] ?? 0 }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    open[source] = OpenPhone(failures: FetchFailures(after: state.failures))
  }

  /// Takes note of an event.
  ///
  /// - Parameters:
  ///   - visible: the prompt on the screen before the event.
  ///   - state: after the event.
  ///   - decision: the decision on the event; nil for an event without one.
  mutating func record(
    _ fact: Fact, of source: ExactString, visible: VisiblePrompt?, in state: InstallationState, decision: Decision?
  ) {
    var phone = open.removeValue(forKey: source) ?? OpenPhone()
    defer { open[source] = phone }
    phone.failures.record(fact.data, at: fact.time, failures: state.failures)
    if !takesEvents { return }
    switch fact.data.screenChange {
    case .shown(let showing):
      phone.groups.formUnion([.shown, .shownKind(showing.kind), .shownRule(showing.rule)])
      if !fact.time.isMissing { phone.days[showing.kind, default: []].insert(fact.time.day) }
    case .answered(let answer):
      guard let visible, visible.prompt == answer.prompt, PromptRow.accepts(answer.button) else { break }
      phone.groups.insert(.accepted(visible.kind))
    case .cleared, nil: break
    }
    if let decision { phone.record(decision) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    let phone = open.removeValue(forKey: source) ?? OpenPhone()
    for group in phone.groups { counts[group, default: 0] += 1 }
    for (kind, own) in phone.days { days[kind, default: PhoneDays()].add(own) }
    counts[.all, default: 0] += 1
    if state.counts.launches > 0 {
      launched += 1
      counts[.version(state[.appVersionName]), default: 0] += 1
    }
    if state.failures > 0 {
      let failures = phone.failures
      counts[.failing(reason: failures.reason, status: failures.status), default: 0] += 1
      let since = failures.since.flatMap { $0.isMissing ? nil : $0.moment.day }
      counts[.failingSince(day: since), default: 0] += 1
    }
  }

  /// Adds the counts of other installations, which have ended.
  mutating func add(_ other: FleetPhones) {
    launched += other.launched
    counts.merge(other.counts, uniquingKeysWith: +)
    days.merge(other.days) { own, other in
      var sum = own
      sum.add(other)
      return sum
    }
  }
}

extension FleetPhones.OpenPhone {
  fileprivate mutating func record(_ new: Decision) {
    defer { decision = new }
    groups.insert(.ended(new.reason))
    if let decision, decision.looksAtTheSame(as: new) { return }
    for considered in new.considered {
      groups.insert(.lookedAt(considered.rule.id))
      if let failed = considered.failed { groups.insert(.blocked(considered.rule.id, failed)) }
    }
  }
}

/// Counts installations by day, each with the last day before on which it was counted, so that it can be counted once in
/// a bin of several days. The number of days is limited as that of ``DayCounts`` is.
struct PhoneDays {
  /// By day, the number of installations by the day before; ``Int/min`` for none.
  private var counts: [Int: [Int: Int]] = [:]
  /// True once there were more days than are counted, so that no number is the whole one.
  private(set) var isFull = false

  mutating func add(_ days: Set<Int>) {
    var previous = Int.min
    for day in days.sorted() {
      add([previous: 1], on: day)
      previous = day
    }
  }

  mutating func add(_ other: PhoneDays) {
    if other.isFull { fill() }
    for (day, own) in other.counts { add(own, on: day) }
  }

  private mutating func add(_ own: [Int: Int], on day: Int) {
    if isFull { return }
    if counts[day] == nil, counts.count >= DayCounts.mostDays { return fill() }
    counts[day, default: [:]].merge(own, uniquingKeysWith: +)
  }

  private mutating func fill() { (isFull, counts) = (true, [:]) }

  /// The installations that were counted on any of these days; nil where there were too many days to count.
  func installations(on days: ClosedRange<Int>) -> Int? {
    if isFull { return nil }
    return days.reduce(0) { sum, day in
      sum + (counts[day] ?? [:]).reduce(0) { $0 + ($1.key < days.lowerBound ? $1.value : 0) }
    }
  }
}

/// The events of a stream that a decision can rest on: the launch, the fetch that brought the policy, showings, skips.
///
/// ```swift
/// var causes = Provenance()
/// for event in events {
///   let before = state
///   state.apply(event.fact)
///   causes.record(event, before: before, after: state)
/// }
/// let supplied = causes.because(of: explanation, asking: event, in: state)
/// ```
public struct Provenance: Sendable {
  private var launch: EventName?
  /// The event that brought the policy in force.
  public private(set) var policy: EventName?
  /// The push that latched last.
  public private(set) var latch: EventName?
  /// The last showing of any prompt.
  public private(set) var visible: EventName?
  /// Trust in the policy; without content for an app that trusts no keys.
  package private(set) var trust = TrustProvenance()
  private var showings: [ExactString: EventName] = [:]
  /// All showings in their order, which fill limits. A clock that was set back moves them as it moves the showings of a
  /// record.
  private var filling: [(rule: ExactString, moment: Timestamp, name: EventName)] = []
  private var skips: [ExactString: EventName] = [:]
  /// The first showing of the target that each rule offers, and the last answer that deferred it.
  private var firstShowings: [ExactString: EventName] = [:]
  private var deferrals: [ExactString: EventName] = [:]
  /// The event with an earlier clock that moved a rule's last showing to its own time, and the time in milliseconds that
  /// had passed since the showing and counts no longer.
  private var moves: [ExactString: (event: EventName, lost: Int64)] = [:]
  /// Number of times the user chose to update from each rule's prompt, since the app had another version.
  public private(set) var updatesChosen: [ExactString: Int] = [:]

  /// The same events without the policy and its signatures, for a decision under a policy that no event brought.
  package var withoutPolicy: Provenance {
    var causes = self
    causes.policy = nil
    causes.trust = TrustProvenance()
    return causes
  }

  /// The identification of an event in an explanation.
  public struct EventName: Hashable, Sendable {
    /// The event's revision in its stream, from 1.
    public let revision: Int
    /// The event's id, unique in its log.
    public let id: ExactString
    /// The event's type, such as `fetch.succeeded`.
    public let type: ExactString

    package init(_ event: Event) {
      revision = event.revision
      id = event.id
      type = event.type
    }
  }

  /// Knows no event yet.
  public init() {}

  /// Takes note of the stream's next event.
  ///
  /// - Parameters:
  ///   - before: the state before the event.
  ///   - after: the state after the event.
  public mutating func record(_ event: Event, before: InstallationState, after: InstallationState) {
    let name = EventName(event)
    // A launch alone gives properties and a fetch alone brings policies; a test compares with the state of every type.
    if case .appLaunched = event.data {
      launch = name
      if before.profile[.appVersionName] != after.profile[.appVersionName] { updatesChosen = [:] }
    }
    if case .fetchSucceeded(let fetch) = event.data {
      if fetch.status == 200, after.refused == nil { policy = name }
      trust.record(fetch, name, at: event.time, before: before, after: after)
    }
    if after.latch?.event == event.id, before.latch !== after.latch { latch = name }
    if after.counts.clockSteps > before.counts.clockSteps {
      noteClockStep(name, to: event.time.moment, before)
    }
    switch event.data.screenChange {
    case .shown(let showing):
      if before.isOnScreen(showing) { break }
      visible = name
      showings[showing.rule] = name
      filling.append((showing.rule, event.time.moment, name))
      if after.records[showing.rule]?.isFirstOfTarget(after: before.records[showing.rule]) == true {
        firstShowings[showing.rule] = name
        deferrals[showing.rule] = nil
      }
      moves[showing.rule] = nil
    case .answered(let answer):
      guard let visible = before.visible, visible.prompt == answer.prompt else { break }
      switch Button(rawValue: answer.button.string) {
      case .skip: skips[visible.rule] = name
      case .later: deferrals[visible.rule] = name
      case .update: updatesChosen[visible.rule, default: 0] += 1
      default: break
      }
    case .cleared, nil: break
    }
  }

  private mutating func noteClockStep(_ name: EventName, to moment: Timestamp, _ before: InstallationState) {
    for index in filling.indices where filling[index].moment > moment { filling[index].moment = moment }
    for entry in before.records.entries {
      guard let lastShown = entry.record.lastShown, lastShown > moment else { continue }
      let passed = before.lastTime.map { max(0, $0.milliseconds - lastShown.milliseconds) } ?? 0
      moves[entry.rule] = (name, (moves[entry.rule]?.lost ?? 0) + passed)
    }
  }

  /// An event that a decision rests on.
  public struct Cause: Hashable, Sendable {
    /// The event.
    public let event: EventName
    /// The event's contribution to the decision, in words.
    public let supplied: String
    /// The milliseconds that the event adds to the wait for the rule's next showing; nil where it adds none.
    public let delay: Int64?
  }

  /// The events that an explanation rests on, in the order of the stream.
  public func because(of explanation: Explanation, asking event: Event, in state: InstallationState) -> [Cause] {
    let decision = explanation.decision
    var causes = [
      Cause(
        event: EventName(event),
        supplied: "asked, with trigger \(decision.question.trigger.rawValue)", delay: nil)
    ]
    func add(_ name: EventName?, _ supplied: String, delay: Int64? = nil) {
      if let name { causes.append(Cause(event: name, supplied: supplied, delay: delay)) }
    }
    if decision.reason == .alreadyVisible { add(visible, "put \(state.visible?.rule ?? "a prompt") on the screen") }
    let looksAtPolicy = [.underReview, .otherPackage, .noRule].contains(decision.reason) || !explanation.rules.isEmpty
    if looksAtPolicy {
      add(launch, "gave the device's properties")
      add(policy, "brought the policy in force, \(state.policy?.digest.string.prefix(19) ?? "")…\(state.signers)")
    }
    if decision.prompt?.rule == Prompt.pushRule {
      add(latch, "latched the update that is shown")
      if decision.question.trigger == .foreground {
        add(policy, "brought the policy in force, which shows a push at a return")
      }
    }
    for rule in explanation.rules {
      let bases = rule.tests.flatMap(\.comparisons).map(\.basis)
      if bases.contains(.showing) { add(showings[rule.rule.id], "showed \(rule.rule.id) last") }
      if rule.tests.contains(where: { $0.test == .period && !$0.comparisons.isEmpty }) {
        let move = moves[rule.rule.id]
        let period = rule.tests.first { $0.test == .period }?.comparisons.first?.wantedMilliseconds
        let delay = move.map { min($0.lost, period ?? rule.rule.displayPeriod) }
        add(
          move?.event,
          "set the clock back: the period of \(rule.rule.id) counts from then, so it ends "
            + "\(LengthOfTime.words(delay ?? 0)) later", delay: delay)
      }
      for showing in showings(filling: rule) where showing.name != showings[rule.rule.id] {
        let cause = Cause(event: showing.name, supplied: "showed \(showing.rule), which fills a limit", delay: nil)
        if !causes.contains(cause) { causes.append(cause) }
      }
      for (name, supplied) in standingCauses(of: rule) { add(name, supplied) }
      if bases.contains(.skip) { add(skips[rule.rule.id], "skipped \(rule.rule.id)") }
    }
    return causes.sorted { $0.event.revision < $1.event.revision }
  }

  /// The showings that fill the limits which a rule was compared with.
  private func showings(filling rule: ExplainedRule) -> [(rule: ExactString, name: EventName)] {
    var found: [(rule: ExactString, name: EventName)] = []
    for test in rule.tests {
      let moments = Set(test.comparisons.flatMap(\.showings))
      guard !moments.isEmpty else { continue }
      for showing in filling where moments.contains(showing.moment) {
        if test.test == .caps, showing.rule != rule.rule.id { continue }
        found.append((showing.rule, showing.name))
      }
    }
    return found
  }

  /// The events that a rule's deadline counts from.
  private func standingCauses(of rule: ExplainedRule) -> [(EventName?, String)] {
    guard let standing = rule.standing?.deadline, let deadline = rule.rule.pacing.deadline else { return [] }
    let id = rule.rule.id
    let countsFromFirst = deadline.afterFirstShown != nil || deadline.grace != nil
    return
      (countsFromFirst && standing.firstShown != nil
      ? [(firstShowings[id], "showed \(rule.rule.target ?? id) for the first time")] : [])
      + (deadline.deferrals != nil && standing.deferred > 0
        ? [(deferrals[id], "deferred \(id), \(standing.deferred) of \(deadline.deferrals ?? 0) times")] : [])
  }

  /// The event with an earlier clock from which a rule's period counts; nil where the clock was not set back since its
  /// last showing.
  package func clockStep(before rule: ExactString) -> EventName? { moves[rule]?.event }

  /// The last event that supplied what a comparison found; nil if none did.
  public func event(for comparison: Comparison, rule: ExactString) -> EventName? {
    guard let last = comparison.showings.last else { return event(for: comparison.basis, rule: rule) }
    return filling.last { $0.moment == last }?.name
  }

  /// The last event that supplied a value of this kind; nil if none did.
  public func event(for basis: Comparison.Basis, rule: ExactString) -> EventName? {
    switch basis {
    case .launch: launch
    case .showing: showings[rule]
    case .skip: skips[rule]
    case .question, .source, .document: nil
    }
  }
}

extension ShowingRecord {
  /// True if the last showing was the first of its target.
  fileprivate func isFirstOfTarget(after before: ShowingRecord?) -> Bool {
    guard let before, before.shown > 0 else { return true }
    return !TargetName.isSame(before.target, target)
  }
}

extension InstallationState {
  /// The signers of the policy in force, as the end of a sentence; empty for an app that trusts no keys.
  fileprivate var signers: String {
    guard trust != nil else { return "" }
    guard let signature = accepted?.signature else { return ", unsigned" }
    return ", signed by \(signature.keys.map(\.shortText).joined(separator: " and "))"
  }
}

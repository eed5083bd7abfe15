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
  /// The last showings of each rule, oldest first, as many as a record keeps.
  private var showings: [ExactString: [Showing]] = [:]
  private var skips: [ExactString: EventName] = [:]
  /// The showing that gave `firstShown` of each rule, and the last answer that deferred the rule's target.
  private var firstShowings: [ExactString: FirstShowing] = [:]
  private var deferrals: [ExactString: EventName] = [:]
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

  /// A showing of a rule.
  private struct Showing {
    let name: EventName
    /// Its time as the record has it.
    var moment: Timestamp
    /// The last event with an earlier clock that moved ``moment`` to its own time; nil for none.
    var mover: EventName?
    /// The milliseconds that had passed since the showing and do not count, because the clock was set back.
    var lost: Int64 = 0
  }

  /// The showing that gave `firstShown`.
  private struct FirstShowing {
    let name: EventName
    /// True if the rule was shown for this target before, at a time that was then ahead of the clock.
    let isAgain: Bool
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
      noteClockStep(name, to: event.time.moment, from: before.lastTime)
    }
    switch event.data.screenChange {
    case .shown(let showing):
      if before.isOnScreen(showing) { break }
      visible = name
      showings[showing.rule, default: []].append(Showing(name: name, moment: event.time.moment))
      if showings[showing.rule, default: []].count > ShowingRecord.mostShowings {
        showings[showing.rule]?.removeFirst()
      }
      noteFirst(name, of: showing.rule, before.records[showing.rule], after.records[showing.rule])
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

  private mutating func noteClockStep(_ name: EventName, to moment: Timestamp, from lastTime: Timestamp?) {
    for rule in showings.keys {
      for index in showings[rule, default: []].indices {
        guard let showing = showings[rule]?[index], showing.moment > moment else { continue }
        let passed = lastTime.map { max(0, $0.milliseconds - showing.moment.milliseconds) } ?? 0
        showings[rule]?[index].lost += passed
        showings[rule]?[index].moment = moment
        showings[rule]?[index].mover = name
      }
    }
  }

  /// A showing gives `firstShown` where it is the first of its target, and where the clock was set back behind the
  /// first: nobody is forced by a time that lies ahead.
  private mutating func noteFirst(
    _ name: EventName, of rule: ExactString, _ before: ShowingRecord?, _ after: ShowingRecord?
  ) {
    if after?.isFirstOfTarget(after: before) == true {
      firstShowings[rule] = FirstShowing(name: name, isAgain: false)
      deferrals[rule] = nil
    } else if before?.firstShown != after?.firstShown {
      firstShowings[rule] = FirstShowing(name: name, isAgain: true)
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
      guard let name else { return }
      let cause = Cause(event: name, supplied: supplied, delay: delay)
      if !causes.contains(cause) { causes.append(cause) }
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
      for (name, supplied, delay) in showingCauses(of: rule) + standingCauses(of: rule) {
        add(name, supplied, delay: delay)
      }
      if rule.tests.contains(where: { $0.comparisons.contains { $0.basis == .skip } }) {
        add(skips[rule.rule.id], "skipped \(rule.rule.id)")
      }
    }
    return causes.sorted { $0.event.revision < $1.event.revision }
  }

  private typealias Supply = (name: EventName, supplied: String, delay: Int64?)

  /// The showings that a rule's tests look at, and the events that moved them to an earlier time.
  private func showingCauses(of rule: ExplainedRule) -> [Supply] {
    let id = rule.rule.id
    var causes: [Supply] = []
    let looksAtLast = rule.tests.contains { $0.comparisons.contains { $0.basis == .showing && $0.filling.isEmpty } }
    if looksAtLast, let last = showings[id]?.last { causes.append((last.name, "showed \(id) last", nil)) }
    if let period = rule.tests.first(where: { $0.test == .period && !$0.comparisons.isEmpty }),
      let last = showings[id]?.last, let mover = last.mover
    {
      let delay = min(last.lost, period.comparisons.first?.wantedMilliseconds ?? rule.rule.displayPeriod)
      let later = "so it ends \(LengthOfTime.words(delay)) later"
      causes.append((mover, "set the clock back: the period of \(id) counts from then, \(later)", delay))
    }
    for (other, showing) in rule.tests.flatMap(\.comparisons).flatMap({ showings(filling: $0) }) {
      if !looksAtLast || showing.name != showings[id]?.last?.name {
        causes.append((showing.name, "showed \(other), which fills a limit", nil))
      }
      guard let mover = showing.mover else { continue }
      causes.append((mover, "set the clock back: showings of \(other) fill a limit from then on", nil))
    }
    return causes
  }

  /// The showings that fill the limit of a comparison; none for another comparison.
  private func showings(filling comparison: Comparison) -> [(rule: ExactString, showing: Showing)] {
    comparison.filling.flatMap { filling in
      (showings[filling.rule] ?? []).suffix(filling.count).map { (filling.rule, $0) }
    }
  }

  /// The events that a rule's deadline counts from.
  private func standingCauses(of rule: ExplainedRule) -> [Supply] {
    guard let standing = rule.standing?.deadline, let deadline = rule.rule.pacing.deadline else { return [] }
    let id = rule.rule.id
    var causes: [Supply] = []
    if standing.firstShown != nil, let first = firstShowings[id] {
      let target = rule.rule.target ?? id
      let supplied =
        first.isAgain
        ? "showed \(target) again after the clock was set back: its first showing counts from then"
        : "showed \(target) for the first time"
      causes.append((first.name, supplied, nil))
    }
    if standing.deferred > 0, let deferral = deferrals[id] {
      let most = deadline.deferrals.map { " of \($0)" } ?? ""
      causes.append((deferral, "deferred \(id), \(standing.deferred)\(most) times", nil))
    }
    if standing.byDeferrals != nil, let last = showings[id]?.last {
      causes.append((last.name, "showed \(id) last", nil))
      if let mover = last.mover {
        causes.append((mover, "set the clock back: the deadline of \(id) counts from then", nil))
      }
    }
    return causes
  }

  /// The event with an earlier clock from which a rule's period counts; nil where the clock was not set back since its
  /// last showing.
  package func clockStep(before rule: ExactString) -> EventName? { showings[rule]?.last?.mover }

  /// The last event that supplied what a comparison found; nil if none did.
  public func event(for comparison: Comparison, rule: ExactString) -> EventName? {
    guard !comparison.filling.isEmpty else { return event(for: comparison.basis, rule: rule) }
    return showings(filling: comparison).map(\.showing.name).max { $0.revision < $1.revision }
  }

  /// The last event that supplied a value of this kind; nil if none did.
  public func event(for basis: Comparison.Basis, rule: ExactString) -> EventName? {
    switch basis {
    case .launch: launch
    case .showing: showings[rule]?.last?.name
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

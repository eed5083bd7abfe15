import Herald
import HeraldLog

/// Lives an excerpt of an incident again, and finds what is otherwise than it was.
///
/// It keeps the points before its events, so that an excerpt that changes behind an event is lived from there on.
struct Reliving<Claim: IncidentClaim> {
  private struct Point {
    var state = InstallationState()
    var audit = PromptAudit()
    var progress: Claim.Progress
  }

  let claim: Claim
  private let source: ExactString
  private let original: OriginalEffects
  private var decider = Decider()
  /// The points before every ``stride``th event, as far as they were lived.
  private var points: [Point]
  private let stride: Int
  /// True to look at the claim alone.
  var ignoresEffects = false
  var work = ReductionWork()

  /// The most points that are kept.
  private static var mostPoints: Int { 4096 }

  init(_ claim: Claim, of incident: Incident, after original: OriginalEffects) {
    self.claim = claim
    self.original = original
    source = incident.source
    points = [Point(progress: claim.beginning)]
    stride = max(1, incident.events.count / Self.mostPoints)
  }

  /// Forgets what lies behind the event at a place, which changed.
  mutating func change(at place: Int) {
    let known = place / stride + 1
    if points.count > known { points.removeLast(points.count - known) }
  }

  /// Lives an excerpt that is as the last one up to a place.
  ///
  /// - Parameters:
  ///   - place: the place of the first event that is left out, or changed.
  ///   - left: the places of the events that are left out.
  /// - Returns: what is not so; nil where all is.
  mutating func breach(
    of entries: [IncidentExcerpt.Entry], from place: Int, without left: Set<Int> = []
  ) -> Breach? {
    guard work.begin() else { return .untried }
    var point = points[min(place / stride, points.count - 1)]
    for current in (min(place / stride, points.count - 1) * stride)..<max(entries.count, place) {
      if current == points.count * stride, current <= place { points.append(point) }
      guard current < entries.count, !left.contains(current) else { continue }
      if let breach = live(entries[current], &point) { return breach }
    }
    return claim.end(point.audit.end(), point.progress).map { .claim($0) }
  }

  private mutating func live(_ entry: IncidentExcerpt.Entry, _ point: inout Point) -> Breach? {
    let (index, fact, source) = (entry.index, entry.fact, source)
    let was = original[index]
    if !ignoresEffects, point.state.counts.launches == 0, was.isAfterLaunch, fact.data.type != .appLaunched {
      return .beforeLaunch(index)
    }
    claim.meet(index, fact, in: point.state, &point.progress)
    point.state.apply(fact)
    if !ignoresEffects, let fetch = was.fetch, FetchEffect(fact, in: point.state) != fetch { return .fetch(index) }
    let decision = decider.decide(after: fact.data, at: fact.time, of: source, in: point.state)
    work.live(rules: decision?.considered.count ?? 0)
    let judged = point.audit.record(fact, after: fact.revision - 1, decision: decision)
    if !ignoresEffects, let judged, judged.verdict.isDisagreement, !original.has(judged) {
      return judged.verdict == .missed ? .missed(judged.revision) : .unjustified(judged.revision)
    }
    let moment = RelivedMoment(index: index, state: point.state, decision: decision, judged: judged)
    return claim.take(moment, &point.progress).map { .claim($0) }
  }
}

/// A difference of an excerpt from its incident.
enum Breach: Hashable {
  /// A part of the answer that is to stay so.
  case claim(KeptPart)
  /// The showing of a revision would be one that nobody decided.
  case unjustified(Int)
  /// The decision of a revision would have been followed by no showing.
  case missed(Int)
  /// A fetch would be accepted, or refused for another reason. The event's index.
  case fetch(Int)
  /// An event would stand before the first launch. The event's index.
  case beforeLaunch(Int)
  /// The excerpt was not lived, because no work was left.
  case untried
}

/// The effects of an incident's events that no event of an excerpt may have otherwise.
struct OriginalEffects {
  /// The effects of one event.
  struct Effect {
    /// True if the app had been launched before the event.
    let isAfterLaunch: Bool
    /// The result of a fetch that brought a document; nil for any other event.
    let fetch: FetchEffect?
  }

  private struct Disagreement: Hashable {
    let verdict: AuditVerdict
    let revision: Int
  }

  private var effects: [Effect] = []
  private var disagreements: Set<Disagreement> = []

  /// Lives the incident as it was.
  ///
  /// - Parameters:
  ///   - state: the state before its first event.
  ///   - visit: takes each event with the state before it, and after it was folded.
  init(
    of incident: Incident, from state: InstallationState = InstallationState(),
    visit: (_ before: InstallationState, _ moment: RelivedMoment) -> Void = { _, _ in }
  ) {
    var (state, audit, decider) = (state, PromptAudit(), Decider())
    for (index, event) in incident.events.enumerated() {
      let before = state
      state.apply(event.fact)
      let decision = decider.decide(after: event.data, at: event.time, of: event.source, in: state)
      let judged = audit.record(event.fact, after: event.revision - 1, decision: decision)
      if let judged, judged.verdict.isDisagreement {
        disagreements.insert(Disagreement(verdict: judged.verdict, revision: judged.revision))
      }
      effects.append(
        Effect(isAfterLaunch: before.counts.launches > 0, fetch: FetchEffect(event.fact, in: state)))
      visit(before, RelivedMoment(index: index, state: state, decision: decision, judged: judged))
    }
  }

  subscript(index: Int) -> Effect { effects[index] }

  /// True if the app did the same in the whole incident.
  func has(_ judged: JudgedPrompt) -> Bool {
    disagreements.contains(Disagreement(verdict: judged.verdict, revision: judged.revision))
  }
}

/// The result of a fetch that brought a document.
struct FetchEffect: Hashable {
  /// The reason why the document was refused; nil where it was accepted.
  let refusal: RefusalReason?
  /// The app's name where the document is another app's. Without it every document would be one.
  let packageName: ExactString?

  /// Nil for an event that brings no document.
  init?(_ fact: Fact, in state: InstallationState) {
    guard case .fetchSucceeded(let fetch) = fact.data, fetch.status == 200 else { return nil }
    refusal = state.refused?.reason
    packageName = refusal == .otherPackage ? state.profile[.appPackageName] : nil
  }
}

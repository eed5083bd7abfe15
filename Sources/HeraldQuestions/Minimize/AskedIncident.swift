import Herald
import HeraldFormats
import HeraldLog

/// The part of an incident that a question about one of its events is about, and the claim that is to stay so.
struct AskedIncident {
  /// The events up to the last one that the answer needs.
  let incident: Incident
  let original: OriginalEffects
  let claim: DecisionClaim
  let asked: Event
  /// All events of the installation.
  let whole: Incident
  private let log: LogName
  private let beginning: ForgottenBeginning?

  /// - Throws: ``LogRefused`` where the log has no such event or decision, or the events before it are not all there.
  init(_ read: ReadIncident, _ question: MinimizeQuestion) throws {
    let refusing = MinimizeRefusals(log: read.log, revision: question.revision)
    whole = read.incident
    (log, beginning) = (read.log, read.beginning)
    if let beginning, question.revision <= beginning.revision {
      throw refusing.forgotten(beginning, of: whole.source)
    }
    guard let place = whole.events.firstIndex(where: { $0.revision == question.revision }) else {
      throw refusing.noRevision(end: whole.events.last?.revision ?? 0)
    }
    asked = whole.events[place]
    guard var found = AnswerAtEvent(at: place, of: whole, from: read.state) else {
      throw refusing.noDecision(at: asked)
    }
    let unknown = question.rules.filter { rule in !found.decision.considered.contains { $0.rule.id == rule } }
    if let rule = unknown.first { throw refusing.notLookedAt(rule, found.decision) }
    var wanted = WantedDecision(
      found.decision, in: found.state, keeping: question.keeps, of: question.rules, showing: found.showing)
    wanted.keepsPrompt = question.keepsPrompt
    if question.keeps == .audit { found.judge(whole, from: read.state, wanted) }
    let last = max(place, found.settled ?? place)
    try refusing.checkComplete(
      Array(whole.events[...last]), from: read.beginning?.revision ?? 0, read.refusals, of: whole.source)
    incident = whole.upTo(last)
    original = OriginalEffects(of: incident, from: read.state)
    claim = DecisionClaim(
      asked: place, decided: found.index, wanted: wanted, ignored: found.ignored, verdict: found.verdict,
      keepsVerdict: question.keeps == .audit)
  }

  /// The error where the claim does not hold without the state that was kept in place of forgotten events.
  func restsOnForgotten() -> LogRefused {
    MinimizeRefusals(log: log, revision: asked.revision).rests(on: beginning, of: incident.source)
  }

  /// Reads the lines of a small log as a log, and compares its decision.
  ///
  /// - Throws: ``LogRefused`` where it shows something else, which is a bug of Herald.
  func confirm(_ small: SmallLog) throws {
    let refusing = MinimizeRefusals(log: log, revision: asked.revision)
    let bytes = try ByteSource(name: "the small log", bytes: Array(small.text.utf8))
    let reader = LogReader(log: bytes, shelf: DocumentShelf(reading: incident.read))
    let again = try Incident(of: incident.source, in: reader, reading: incident.read)
    var (decision, asks) = (nil as Decision?, false)
    _ = OriginalEffects(of: again) { _, moment in
      let event = again.events[moment.index]
      if event.id == incident.events[claim.decided].id { decision = moment.decision }
      if event.id == asked.id { asks = event.time == asked.time }
    }
    guard asks, let decision, claim.wanted.isSaid(by: decision) else { throw refusing.notConfirmed() }
  }
}

/// The decision behind an event, with the verdict on it.
private struct AnswerAtEvent {
  let index: Int
  let decision: Decision
  /// The state that the decision was taken on.
  let state: InstallationState
  /// The reason why the event changed nothing; nil where it had an effect.
  let ignored: IgnoredEvent?
  /// The revision of the showing that is asked about; nil where another event is.
  let showing: Int?
  /// The verdict, with the index of the event that settles it; nil where nothing was to be judged.
  private(set) var verdict: AuditVerdict?
  private(set) var settled: Int?

  /// - Returns: nil where nothing was decided up to the event.
  init?(at asked: Int, of incident: Incident, from state: InstallationState) {
    var behind = DecisionBehind()
    var (ignored, showing) = (nil as IgnoredEvent?, nil as Int?)
    _ = OriginalEffects(of: incident.upTo(asked), from: state) { before, moment in
      let event = incident.events[moment.index]
      behind.meet(moment.index, event.data, in: before)
      guard moment.index == asked else { return }
      ignored = IgnoredEvent(event.data, in: before)
      if case .shown = event.data.screenChange, !before.isOnScreen(event.data) { showing = event.revision }
    }
    guard let index = behind.asked else { return nil }
    var found: (decision: Decision, state: InstallationState)?
    _ = OriginalEffects(of: incident.upTo(index), from: state) { _, moment in
      if moment.index == index { found = moment.decision.map { ($0, moment.state) } }
    }
    guard let found else { return nil }
    (self.index, decision, self.state, self.ignored, self.showing) = (
      index, found.decision, found.state, ignored, showing
    )
  }

  /// Looks for the verdict among the events behind the decision.
  mutating func judge(_ incident: Incident, from state: InstallationState, _ wanted: WantedDecision) {
    var (verdict, settled) = (nil as AuditVerdict?, nil as Int?)
    var last: Decision?
    _ = OriginalEffects(of: incident, from: state) { _, moment in
      if let judged = moment.judged, wanted.isJudged(by: judged), settled == nil {
        (verdict, settled) = (judged.verdict, moment.index)
      }
      if moment.decision?.revision == wanted.decision.revision { last = moment.decision }
    }
    // A decision whose prompt the log neither shows nor misses.
    if settled == nil, wanted.showing == nil, last?.prompt != nil { verdict = .open }
    (self.verdict, self.settled) = (verdict, settled)
  }
}

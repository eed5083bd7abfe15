package import Herald
import HeraldLog

/// Judges the prompts of all streams while they are replayed.
struct AuditVisitor: ReplayVisitor {
  var report: AuditReport
  var summary: AuditSummary
  private var audits: [ExactString: PromptAudit] = [:]
  private let checksBudget: Bool
  /// The installations whose first events were forgotten.
  private let beginnings: Set<ExactString>
  /// The installations among ``beginnings`` that have not decided anything since.
  private var undecided: Set<ExactString>
  /// The answer of a part until its turn; nil where the answer is sent at once.
  private let buffer: BufferedAnswer?

  /// - Parameters:
  ///   - beginnings: the installations whose first events were forgotten.
  ///   - checksBudget: true to compare showings with the budgets of the policy in force.
  ///   - buffer: the sink's buffer; nil where the report is sent at once.
  init(report: AuditReport, beginnings: Set<ExactString>, checksBudget: Bool, buffer: BufferedAnswer? = nil) {
    self.report = report
    self.checksBudget = checksBudget
    self.beginnings = beginnings
    self.buffer = buffer
    summary = AuditSummary(checksBudget: checksBudget)
    undecided = beginnings
  }

  /// The budgets that the showing went beyond.
  private var breaches: [BudgetBreach] = []

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let (fact, source) = (moment.fact, moment.source)
    let previous = moment.before.revision
    // Also before an event that is not judged.
    if fact.revision > previous + 1 { audits[source, default: PromptAudit()].pass(fact.revision, after: previous) }
    // Recorded again, the showing on the screen is the same one.
    if moment.before.isOnScreen(fact.data) { return }
    // Only the state before them shows which pushes and buttons have no effect, and which budgets are full.
    if let ignored = IgnoredEvent(fact.data, in: moment.before) {
      try report.ignored(ignored, ignored.words(fact.data, in: moment.before), at: fact, of: source)
    }
    if summary.budget != nil, case .promptShown = fact.data {
      if audits[source]?.missing.isEmpty ?? true {
        breaches = BudgetBreach.of(fact, before: moment.before)
      } else if moment.before.policy?.attention != nil {
        // Showings that fill the budget may be among the missing events.
        summary.budget?.unknown += 1
      }
    }
    let decision = moment.decision
    if let decision { summary.trust.record(decision, in: moment.state) }
    if !undecided.isEmpty, undecided.contains(source) {
      if case .promptShown = fact.data {
        summary.beforeAnchor += 1
        return
      }
      if decision != nil { undecided.remove(source) }
    }
    if let judged = audits[source, default: PromptAudit()].record(fact, after: previous, decision: decision) {
      try tell(judged, source)
      try compareWithBudget(judged, of: source)
    }
    // After a 200, `refused` is either nil or about the document that it brought.
    if case .fetchSucceeded(let fetch) = fact.data, fetch.status == 200, let refused = moment.state.refused {
      summary.refusedDocuments += 1
      try report.refused(refused, by: fetch, at: fact, of: source)
    }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let judged = audits[source]?.end() { try tell(judged, source) }
    audits[source] = nil
    summary.installations += 1
    // Events of unknown types leave no time behind.
    summary.known += state.lastTime == nil ? 0 : 1
    summary.trust.end(state)
    summary.clockSteps += state.counts.clockSteps
    summary.clocksOff.add(source, in: state)
    summary.strayButtons += state.counts.strayButtons
    summary.ignoredPushes += state.counts.ignoredPushes
    summary.unknownEvents += state.counts.unknownEvents
    summary.notComparable += state.incomparableVersion == nil ? 0 : 1
  }

  private mutating func compareWithBudget(_ judged: JudgedPrompt, of source: ExactString) throws {
    guard judged.showing != nil, let first = breaches.first else { return }
    let isByRight = first.isByRight(askedBy: judged.decision?.question.trigger)
    // One showing may go beyond several limits. Each has its line, and the figures count the showing once.
    if isByRight { summary.budget?.byRight += 1 } else { summary.budget?.exceeded += 1 }
    for breach in breaches { try report.overBudget(breach, isByRight: isByRight, of: source) }
    breaches = []
  }

  private mutating func tell(_ judged: JudgedPrompt, _ source: ExactString) throws {
    summary.verdicts[judged.verdict, default: 0] += 1
    try report.judged(judged, of: source)
  }
}

/// A part buffers its answer until its turn in the ledger's order.
extension AuditVisitor: ReplayFold, PartialFold {
  var makePart: @Sendable () -> AuditVisitor {
    let (report, form, beginnings, checksBudget) = (report.maker, report.sink.form, beginnings, checksBudget)
    return {
      let buffer = BufferedAnswer()
      return AuditVisitor(
        report: report(buffer.sink(form)), beginnings: beginnings, checksBudget: checksBudget, buffer: buffer)
    }
  }

  mutating func add(_ part: inout AuditVisitor) throws {
    try part.buffer?.send(to: report.sink)
    summary += part.summary
    part.summary = AuditSummary(checksBudget: checksBudget)
  }
}

/// A showing with which a user saw more prompts than a budget of the policy in force allows.
package struct BudgetBreach: Sendable {
  /// The showing, its revision and its time.
  package let showing: PromptShown
  package let revision: Int
  package let time: DeviceTime
  /// The limit.
  package let cap: FrequencyCap
  /// The group whose limit it is; nil for the limit of all prompts.
  package let group: ExactString?
  /// The showings within the limit's span, with this one.
  package let shown: Int

  /// True if nothing holds the showing back: a force, an exit or a push, or a prompt that the user asked for.
  ///
  /// - Parameter trigger: the trigger of the decision that the showing follows; nil where none was made.
  package func isByRight(askedBy trigger: Trigger?) -> Bool { showing.kind.isBlocking || trigger == .manual }

  /// The budgets that are full already at a showing.
  ///
  /// - Parameters:
  ///   - fact: the showing.
  ///   - state: the state before the showing, because a record keeps no more showings than the largest limit counts.
  package static func of(_ fact: Fact, before state: InstallationState) -> [BudgetBreach] {
    guard case .promptShown(let showing) = fact.data, let policy = state.policy, let attention = policy.attention
    else { return [] }
    return attention.budgets(of: policy.rule(showing.rule)).flatMap { budget -> [BudgetBreach] in
      let records = state.records.entries.filter { budget.counts($0.rule) }.map(\.record)
      return budget.caps.compactMap { cap in
        let shown = cap.filling(records, at: fact.time.moment)
        guard shown >= cap.count else { return nil }
        return BudgetBreach(
          showing: showing, revision: fact.revision, time: fact.time, cap: cap, group: budget.group, shown: shown + 1)
      }
    }
  }
}

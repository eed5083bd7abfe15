import Herald
import HeraldLog

/// The first pass over a log. It collects the users' answers, a byte for each, and asks each installation at its end
/// whether it would take the other policy.
struct AnswersVisitor: ReplayVisitor {
  private(set) var answers: [ExactString: LoggedAnswers] = [:]
  /// The installations that would refuse the other policy.
  private(set) var refusals: [ExactString: ForeseenRefusal] = [:]
  private let policies: ComparedPolicies
  /// The last successful fetch of each installation, without its document.
  private var fetches: [ExactString: FetchSucceeded] = [:]

  init(_ policies: ComparedPolicies) { self.policies = policies }

  mutating func visit(_ moment: inout ReplayMoment) {
    if case .fetchSucceeded(let fetch) = moment.data {
      fetches[moment.source] = FetchSucceeded(
        trigger: fetch.trigger, url: fetch.url, format: fetch.format, storeURL: fetch.storeURL,
        houseRules: fetch.houseRules, signature: fetch.signature, digest: fetch.digest)
    }
    // Most events change nothing on the screen, and need no look into the dictionary.
    if let change = moment.data.screenChange { answers[moment.source, default: LoggedAnswers()].record(change) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if answers[source]?.isEmpty == true { answers[source] = nil }
    let policy = state.policy
    let fetch =
      fetches.removeValue(forKey: source)
      ?? FetchSucceeded(
        trigger: .launch, url: policy?.url ?? "", format: policy?.format ?? "herald", storeURL: policy?.storeURL,
        houseRules: policy?.houseRules)
    refusals[source] = policies.refusal(of: fetch, in: state)
  }
}

/// The second pass. It replays each installation under both policies. A ledger has one installation after the other.
struct PolicyComparisonFold<Taker: PolicyComparisonSink>: ReplayVisitor {
  /// Takes what is found.
  var taker: Taker
  let policies: ComparedPolicies
  private var answers: [ExactString: LoggedAnswers] = [:]
  private var refusals: [ExactString: ForeseenRefusal] = [:]
  private var lives: [ExactString: Installation] = [:]
  private var decider = Decider()
  /// The time that is looked ahead to; nil to look at the past alone.
  let outlook: Outlook?
  private var forecaster = Forecaster()

  /// A class, because a dictionary would move the large states of both policies at each event.
  private final class Installation {
    var lives: PolicyComparison
    var past = AheadPast()
    init(_ lives: PolicyComparison) { self.lives = lives }
  }

  init(_ policies: ComparedPolicies, within outlook: Outlook? = nil, to taker: Taker) {
    self.policies = policies
    self.outlook = outlook
    self.taker = taker
  }

  /// Replays events twice: for the users' answers, then under both policies.
  mutating func replay(_ events: some ReplayedEvents) throws {
    var answers = AnswersVisitor(policies)
    try events.replay(visitor: &answers)
    begin(answers)
    try events.replay(visitor: &self)
  }

  /// Begins the second pass over events.
  mutating func begin(_ first: AnswersVisitor) {
    (answers, refusals) = (first.answers, first.refusals)
    lives.removeAll()
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let previous = moment.before.revision
    let (fact, source, decision) = (moment.fact, moment.source, moment.decision)
    let installation = installation(source)
    installation.past.record(fact)
    let old = policies.baseline(fact.data)
    // Where the other policy would be refused, the installation lives on under its own documents.
    let compared = installation.lives.record(
      fact, after: previous, decision: decision, underBaseline: old,
      underOther: installation.lives.takesOther ? policies.other(fact.data) : old, decider: &decider)
    try taker.lived(compared, at: fact, of: source, on: moment.state.profile)
  }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    let installation = installation(source)
    installation.past.begin(in: state)
    installation.lives.begin(
      in: state, underBaseline: policies.baseline,
      underOther: installation.lives.takesOther ? policies.other : policies.baseline)
  }

  private mutating func installation(_ source: ExactString) -> Installation {
    if let known = lives[source] { return known }
    let new = Installation(
      PolicyComparison(
        of: source, answers: answers.removeValue(forKey: source) ?? LoggedAnswers(),
        refused: refusals.removeValue(forKey: source)))
    lives[source] = new
    return new
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    // An installation counts even if --until cuts off all its events.
    let installation = installation(source)
    var change = installation.lives.change
    change.hasKnownEvents = installation.past.last != nil
    if let outlook {
      change.ahead = installation.lives.ahead(
        installation.past, from: state, under: policies, within: outlook, &forecaster)
    }
    lives[source] = nil
    try taker.changed(change)
  }
}

/// Takes what a life under two policies shows, event by event and at its end.
protocol PolicyComparisonSink {
  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile) throws
  mutating func changed(_ change: PolicyChange) throws
}

/// Counts and reports findings at once.
struct ReportedComparisons: PolicyComparisonSink {
  var report: WhatIfReport
  var summary: WhatIfSummary
  /// True once an installation has an event of a known type.
  private(set) var hasKnownEvents = false
  /// True to report every decision of the only installation.
  let isDetailed: Bool

  init(report: WhatIfReport, summary: WhatIfSummary, isDetailed: Bool) {
    (self.report, self.summary, self.isDetailed) = (report, summary, isDetailed)
  }

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    summary.record(moment, at: fact.time, on: profile)
    if isDetailed { try report.lived(moment, at: fact, of: source) }
  }

  mutating func changed(_ change: PolicyChange) throws {
    summary.record(change)
    hasKnownEvents = hasKnownEvents || change.hasKnownEvents
    if change.isChange || change.isForcedAhead || change.isLockedOutAhead { try report.changed(change) }
  }
}

/// Buffers the findings in one part of a ledger until the part's turn.
struct ComparedPart: PolicyComparisonSink, PartialFold {
  private let documents: ComparedPolicies.Documents
  private let outlook: Outlook?
  private(set) var prompts = PromptTotals()
  private(set) var changes: [PolicyChange] = []

  init(_ documents: ComparedPolicies.Documents, within outlook: Outlook?) {
    (self.documents, self.outlook) = (documents, outlook)
  }

  /// The policies of a thread, and their verdicts on the devices that it knows.
  ///
  /// Bench row 9c: where each part had its own, two threads did half as much work again as one.
  var memory: PolicyComparisonFold<ComparedPart> {
    PolicyComparisonFold(ComparedPolicies(documents), within: outlook, to: self)
  }

  mutating func replay(_ part: some ReplayedEvents, with lives: inout PolicyComparisonFold<ComparedPart>) throws {
    // Exchanged and not copied, because a copy would share its array and the next change would copy that.
    swap(&self, &lives.taker)
    defer { swap(&self, &lives.taker) }
    try lives.replay(part)
  }

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    prompts.record(moment, at: fact.time, on: profile)
  }

  mutating func changed(_ change: PolicyChange) throws { changes.append(change) }

  /// Removes all findings and keeps the capacity.
  mutating func removeAll() {
    prompts = PromptTotals()
    changes.removeAll(keepingCapacity: true)
  }
}

extension PolicyComparisonFold: ReplayFold where Taker == ReportedComparisons {
  var makePart: @Sendable () -> ComparedPart {
    let (documents, outlook) = (policies.documents, outlook)
    return { ComparedPart(documents, within: outlook) }
  }

  mutating func add(_ part: inout ComparedPart) throws {
    taker.summary.add(part.prompts)
    for change in part.changes { try taker.changed(change) }
    part.removeAll()
  }
}

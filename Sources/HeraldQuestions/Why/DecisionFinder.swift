package import Herald
package import HeraldLog

/// Follows the streams that a question may be about up to the wanted decision.
package struct DecisionFinder: ReplayVisitor {
  package typealias Found = FoundDecision

  let revision: Int?
  let wanted: Wanted
  private var searches: [ExactString: DecisionSearch] = [:]

  package enum Wanted {
    /// The decision behind an event.
    case decision
    /// The decision before the last showing, or before the showing of a revision; without a showing, a decision that
    /// shows something.
    case showing
    /// The decision behind an event; without a revision, the last one.
    case last
    /// The decision behind an event; without a revision, the newest one that says something of a rule.
    case onRule(ExactString)
  }

  package init(revision: Int?, wanted: Wanted = .decision) {
    self.revision = revision
    self.wanted = wanted
  }

  package mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    searches[step.event.source, default: DecisionSearch(revision: revision, wanted)].record(step)
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) {
    searches[source]?.end(at: state.revision)
  }

  /// The decision about an installation.
  ///
  /// - Throws: ``LogRefused`` that says why the log has no decision to explain.
  package func found(_ source: ExactString, in log: LogName) throws -> Found {
    guard let search = searches[source] else {
      throw nothing(log, "Nothing was decided.", why: "the log has no events")
    }
    let found =
      switch wanted {
      case .decision: search.found
      case .showing: search.foundWithPrompt
      case .last: revision == nil ? search.last : search.found
      case .onRule: revision == nil ? search.foundOnRule : search.found
      }
    if var found {
      found.around.clock = search.clock
      return found
    }
    if case .showing = wanted, search.decides, revision == nil {
      throw nothing(
        log, "No decision shows anything.", why: "a prompt that comes again is one that a decision shows",
        fix: "look at `herald replay \(log.quoted) --decisions`, or ask `herald why --not RULE`")
    }
    guard let revision else {
      throw nothing(log, "Nothing was decided.", why: "no event of the log asks for a decision")
    }
    if let asked = search.asked {
      throw nothing(
        log, "Nothing was decided up to revision \(revision).",
        why: "`\(asked.type)` asks for no decision, and no event before it does: decisions follow fetches, returns to "
          + "the app and operations")
    }
    throw nothing(log, "There is no revision \(revision).", why: "the stream ends at revision \(search.end)")
  }

  private func nothing(_ log: LogName, _ what: String, why: String, fix: String? = nil) -> LogRefused {
    LogRefused(
      Diagnostic(
        QuestionCode.noDecision, .error, what: what, file: log.description, why: why,
        fix: fix ?? "look at `herald replay \(log.quoted)` for the revisions that decided"))
  }
}

/// Follows one stream, and keeps the decisions that a question may be about.
struct DecisionSearch {
  /// The event that the user asks about; nil for the last prompt.
  let revision: Int?
  private(set) var end = 0
  private var causes = Provenance()
  private var showings = PastShowings()
  private var audit = PromptAudit()
  private var wanted: FoundDecision?
  /// The last decision of the stream.
  private(set) var last: FoundDecision?
  private var lastWithPrompt: FoundDecision?
  private var lastByPerson: FoundDecision?
  /// Nil where no rule is asked about.
  private var onRule: DecisionOnRule?
  private var behindShowing: FoundDecision?
  /// The event of the wanted revision.
  private(set) var asked: Event?
  private var around = Surroundings()
  /// All steps of the stream's clock.
  var clock: ClockSteps { around.clock }

  init(revision: Int?, _ wanted: DecisionFinder.Wanted) {
    self.revision = revision
    if case .onRule(let rule) = wanted { onRule = DecisionOnRule(rule) }
  }

  /// Takes note of the stream's next step.
  mutating func record(_ step: ReplayStep) {
    let event = step.event
    causes.record(event, before: step.before, after: step.state)
    around.record(step)
    let earlier = showings
    showings.record(event, before: step.before)
    let judged = audit.record(event.fact, after: step.before.revision, decision: step.decision)
    if let judged { record(judged) }
    if let decision = step.decision {
      var found = FoundDecision(
        step: step, decision: decision, causes: causes, showings: earlier, missing: audit.missing)
      found.around = around
      // Copied with each decision, it would be an array for each.
      found.around.clock = ClockSteps()
      keep(found)
    }
    if case .shown = event.data.screenChange, !step.before.isOnScreen(event.data) {
      behindShowing = last
      behindShowing?.judged = judged
      behindShowing?.asked = event
      behindShowing?.missing = audit.missing
      if judged?.verdict == .unjustified || judged?.verdict == .unknown { behindShowing?.showings = earlier }
    }
    if revision == event.revision {
      asked = event
      wanted = decision(behind: step)
    }
  }

  /// Takes note of the stream's end.
  mutating func end(at revision: Int) {
    end = revision
    if let open = audit.end() { record(open) }
  }

  private mutating func record(_ judged: JudgedPrompt) {
    wanted?.record(judged)
    last?.record(judged)
    lastWithPrompt?.record(judged)
    lastByPerson?.record(judged)
    onRule?.record(judged)
  }

  private mutating func keep(_ found: FoundDecision) {
    last = found
    if found.decision.prompt != nil { lastWithPrompt = found }
    if found.decision.question.trigger.isByPerson { lastByPerson = found }
    onRule?.keep(found)
  }

  /// Returns the decision that an event asked for; for any other event, the decision that led to it.
  private func decision(behind step: ReplayStep) -> FoundDecision? {
    if step.decision != nil { return last }
    switch step.event.data.screenChange {
    case .shown: return behindShowing
    case .answered(let answer) where answer.prompt == step.before.visible?.prompt:
      return asking(about: step, behindShowing)
    default: return asking(about: step, last)
    }
  }

  private func asking(about step: ReplayStep, _ found: FoundDecision?) -> FoundDecision? {
    var found = found
    found?.asked = step.event
    found?.missing = audit.missing
    found?.ignored = IgnoredEvent(step.event.data, in: step.before).map {
      ($0, $0.words(step.event.data, in: step.before))
    }
    return found
  }

  /// The decision behind the wanted event. Without a revision, the decision behind the last prompt shown, else the last
  /// decision that a person caused.
  var found: FoundDecision? { revision != nil ? wanted : behindShowing ?? lastByPerson ?? last }

  /// As ``found``, but without a revision the last decision that shows something, or was followed by a showing.
  var foundWithPrompt: FoundDecision? {
    guard revision == nil else { return wanted }
    guard let showing = behindShowing, let other = lastWithPrompt else { return behindShowing ?? lastWithPrompt }
    return showing.asked?.revision ?? 0 > other.decision.revision ? showing : other
  }

  /// Without a revision the decision that *why not this rule* is about.
  var foundOnRule: FoundDecision? { onRule?.found(last: last, lastByPerson: lastByPerson) }

  /// True if the stream has a decision at all.
  var decides: Bool { last != nil }
}

extension Trigger {
  /// True if a person did something that caused the decision, such as opening the app.
  var isByPerson: Bool { self != .schedule && self != .heartbeat }
}

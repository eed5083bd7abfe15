import Herald
import HeraldLog

/// Follows a stream up to the wanted decision.
struct DecisionFinder: StepVisitor {
  let source: ExactString?
  let revision: Int?
  let wanted: Wanted
  private var causes: [ExactString: Causes] = [:]
  private var showings: [ExactString: PastShowings] = [:]
  private var documents: [ExactString: String] = [:]
  private var last: Found?
  private var previous: Found?
  private var audits: [ExactString: PromptAudit] = [:]
  private var sources: [ExactString] = []
  private var ends: [ExactString: Int] = [:]
  private var asked: ReplayStep?

  /// The wanted decision, and the data that the answer needs from the log.
  enum Wanted {
    case any
    /// The decision with the documents of the log.
    case withDocuments
    /// The decision before the last showing, or before the showing of a revision; without a showing, one that shows
    /// something.
    case showing
  }

  /// A decision, with the events that it rests on.
  struct Found {
    let step: ReplayStep
    let decision: Decision
    let causes: Causes
    /// The earlier showings.
    var showings = PastShowings()
    /// The texts of the log's documents, by digest.
    var documents: [ExactString: String] = [:]
    /// The showing that the user asks about, if the decision does not justify it.
    var unjustified: JudgedPrompt?
  }

  init(source: ExactString?, revision: Int?, wanted: Wanted = .any) {
    self.source = source
    self.revision = revision
    self.wanted = wanted
  }

  mutating func visit(_ step: ReplayStep) {
    let event = step.event
    if case .fetchSucceeded(let fetch) = event.data, wanted == .withDocuments, let digest = fetch.digest {
      documents[digest] = fetch.document ?? documents[digest]
    }
    if let source, source != event.source { return }
    causes[event.source, default: Causes()].note(event, before: step.before, after: step.state)
    let shownBefore = showings[event.source] ?? PastShowings()
    showings[event.source, default: PastShowings()].note(event, before: step.before)
    let found = step.decision.map { decision in
      Found(
        step: step, decision: decision, causes: causes[event.source] ?? Causes(), showings: shownBefore,
        documents: documents)
    }
    if wanted == .showing {
      chooseShowing(found, after: step, shownBefore)
      previous = found ?? previous
    } else if revision.map({ $0 == event.revision }) ?? true {
      asked = step
      last = found ?? last
    } else if asked == nil {
      previous = found ?? previous
    }
  }

  private mutating func chooseShowing(_ found: Found?, after step: ReplayStep, _ shownBefore: PastShowings) {
    let event = step.event
    let judged = audits[event.source, default: PromptAudit()].note(event.fact, decision: step.decision)
    if let revision, event.revision != revision { return }
    asked = step
    if case .shown = event.data.screenChange {
      last = previous?.step.event.source == event.source ? previous : nil
      guard judged?.verdict == .unjustified else { return }
      last?.unjustified = judged
      last?.showings = shownBefore
    } else if revision != nil || found?.decision.prompt != nil {
      last = found ?? last
    }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    sources.append(source)
    ends[source] = state.revision
  }

  /// The decision. Throws why the log has no decision to explain.
  func found(in log: String) throws -> Found {
    if source == nil, sources.count > 1 {
      let some = sources.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      throw missing(
        log, "`\(log)` has \(sources.count) installations.", why: "a decision is one installation's",
        fix: "say which with --source: \(some)\(sources.count > 3 ? ", …" : "")")
    }
    if let last { return last }
    if let source, !sources.contains(source) {
      throw missing(
        log, "`\(log)` has no installation `\(source)`.", why: "no event names it",
        fix: sources.isEmpty
          ? "check the log" : "use one of those that `herald replay \(log.shellQuoted) --states` lists")
    }
    if wanted == .showing, previous != nil, revision == nil {
      throw missing(
        log, "No decision shows anything.", why: "a prompt that comes again is one that a decision shows",
        fix: "look at `herald replay \(log.shellQuoted) --decisions`, or ask `herald why --not RULE`")
    }
    if let asked {
      let before = previous.map { "ask for revision \($0.step.event.revision), the decision before it, or " } ?? ""
      throw missing(
        log, "Nothing was decided at revision \(asked.event.revision).",
        why: "`\(asked.event.type)` asks nothing: decisions follow fetches, foreground returns and operations",
        fix: "\(before)look at `herald replay \(log.shellQuoted)` for the revisions that decided")
    }
    throw missing(
      log, revision.map { "There is no revision \($0)." } ?? "Nothing was decided.",
      why: ends.first.map { "the stream ends at revision \($0.value)" } ?? "the log has no events",
      fix: "look at `herald replay \(log.shellQuoted)`")
  }

  private func missing(_ log: String, _ what: String, why: String, fix: String) -> LogRefused {
    LogRefused(Diagnostic(QuestionCode.noDecision, .error, what: what, file: log, why: why, fix: fix))
  }
}

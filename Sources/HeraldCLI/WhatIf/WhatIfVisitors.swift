import Herald
import HeraldLog

/// The first pass over a log. It collects the users' answers, a byte for each.
struct AnswersVisitor: FactVisitor {
  /// Only this installation; nil for all.
  let only: ExactString?
  private(set) var answers: [ExactString: LoggedAnswers] = [:]

  init(only: ExactString?) { self.only = only }

  mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState) {
    if let only, only != source { return }
    // Most events change nothing on the screen, and need no look into the dictionary.
    if let change = fact.data.screenChange { answers[source, default: LoggedAnswers()].note(change) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    if answers[source]?.isEmpty == true { answers[source] = nil }
  }
}

/// The second pass. It replays each installation under both policies. A ledger has one installation after the other.
struct LivesVisitor: DecidedFactVisitor {
  var report: WhatIfReport
  var summary: WhatIfSummary
  private let only: ExactString?
  private let shelf: DocumentShelf
  private var answers: [ExactString: LoggedAnswers]
  private var lives: [ExactString: Installation] = [:]
  private var decider = Decider()

  /// A class, because a dictionary would move the large states of both policies at each event.
  private final class Installation {
    var lives: PolicyComparison
    init(_ lives: PolicyComparison) { self.lives = lives }
  }

  /// - Parameter shelf: a shelf with the other policy as its replacement.
  init(
    _ first: AnswersVisitor, replacing shelf: DocumentShelf, summary: WhatIfSummary, report: WhatIfReport
  ) {
    only = first.only
    answers = first.answers
    self.shelf = shelf
    self.summary = summary
    self.report = report
  }

  mutating func folded(
    _ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?
  ) throws {
    if let only, only != source { return }
    let installation = installation(source)
    var brought = fact.data
    if case .fetchSucceeded(let fetch) = brought { brought = .fetchSucceeded(shelf.replacing(fetch)) }
    let moment = installation.lives.note(fact, decision: decision, underOther: brought, decider: &decider)
    summary.note(moment, at: fact.time, on: state.profile)
    if only != nil { try report.lived(moment, at: fact, of: source) }
  }

  private mutating func installation(_ source: ExactString) -> Installation {
    if let known = lives[source] { return known }
    let new = Installation(
      PolicyComparison(of: source, answers: answers.removeValue(forKey: source) ?? LoggedAnswers()))
    lives[source] = new
    return new
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let only, only != source { return }
    // An installation counts even if --until cuts off all its events.
    let change = installation(source).lives.change
    lives[source] = nil
    summary.note(change)
    if change.isChange { try report.changed(change) }
  }
}

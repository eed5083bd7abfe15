import Herald
import HeraldLog

/// The errors of a question for the smallest log.
struct MinimizeRefusals {
  let log: LogName
  /// The revision that is asked about.
  let revision: Int

  /// The error where the revision itself was forgotten.
  func forgotten(_ beginning: ForgottenBeginning, of source: ExactString) -> LogRefused {
    refused(
      QuestionCode.noDecision, "Revision \(revision) of `\(source)` was forgotten.",
      why: ForgottenWords.sentence(beginning), fix: "ask about a later revision")
  }

  func noRevision(end: Int) -> LogRefused {
    refused(
      QuestionCode.noDecision, "There is no revision \(revision).",
      why: end == 0 ? "the installation has no events" : "the stream ends at revision \(end)",
      fix: "look at `herald replay \(log.quoted)` for the revisions that decided")
  }

  func noDecision(at event: Event) -> LogRefused {
    refused(
      QuestionCode.noDecision, "Nothing was decided up to revision \(revision).",
      why: "`\(event.type)` asks for no decision, and no event before it does: decisions follow fetches, returns to "
        + "the app and operations",
      fix: "look at `herald replay \(log.quoted)` for the revisions that decided")
  }

  func notLookedAt(_ rule: ExactString, _ decision: Decision) -> LogRefused {
    let known = decision.considered.map(\.rule.id.string)
    let near = Spelling.nearest(to: rule.string, among: Set(known)).map { "did you mean `\($0)`? " } ?? ""
    let list = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return refused(
      QuestionCode.ruleNotLookedAt,
      "The decision of revision \(decision.revision) did not look at `\(rule.string.shown)`.",
      why: known.isEmpty
        ? "it ended before the rules: \(decision.silence)"
        : "it looked at \(list)\(known.count > 8 ? " and \(known.count - 8) more" : "")",
      fix: known.isEmpty ? "leave out --rule" : near + "give a rule that it looked at")
  }

  /// Refuses a log that lacks events up to the last one that the answer needs.
  ///
  /// - Parameters:
  ///   - events: the events up to that one.
  ///   - first: the last revision that was forgotten, 0 where none was.
  ///   - refusals: the lines of the installation that were left out.
  func checkComplete(
    _ events: [Event], from first: Int, _ refusals: LineRefusals?, of source: ExactString
  ) throws {
    var missing = MissingRevisions()
    var last = first
    for event in events {
      missing.note(before: event.revision, after: last)
      last = event.revision
    }
    if !missing.isEmpty {
      throw rests(
        why: "\(missing.words), so the state that it was decided on is not known",
        fix: "add the missing events, or ask about a revision before them")
    }
    if let count = refusals?.lines(upTo: last), count > 0 {
      throw rests(
        why: "\(count.of("line", "lines")) of `\(source)` up to there \(count == 1 ? "was" : "were") left out as bad",
        fix: "correct them and ask again without --skip-invalid")
    }
  }

  /// The error where the answer is another one without the state that was kept in place of forgotten events.
  func rests(on beginning: ForgottenBeginning?, of source: ExactString) -> LogRefused {
    guard let beginning else { return notConfirmed() }
    return rests(
      why: "\(ForgottenWords.sentence(beginning)) The events from there on do not show the same by themselves",
      fix: "ask a log that still has the events, such as a backup; `herald why` answers with the state that was kept")
  }

  private func rests(why: String, fix: String) -> LogRefused {
    refused(
      QuestionCode.restsOnMissing, "The decision behind revision \(revision) rests on events that are not there.",
      why: why, fix: fix)
  }

  /// The error where the small log does not show what it was made for.
  func notConfirmed() -> LogRefused {
    refused(
      QuestionCode.notConfirmed, "No smaller log of revision \(revision) could be confirmed.",
      why: "the log that was made shows another decision when it is read again, which is a mistake of Herald",
      fix: "report it with the log; `herald export` gives all events of the installation meanwhile")
  }

  private func refused(_ code: QuestionCode, _ what: String, why: String, fix: String) -> LogRefused {
    LogRefused(Diagnostic(code, .error, what: what, file: log.description, why: why, fix: fix))
  }
}

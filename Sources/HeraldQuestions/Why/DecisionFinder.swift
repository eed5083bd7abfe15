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
  }

  package init(revision: Int?, wanted: Wanted = .decision) {
    self.revision = revision
    self.wanted = wanted
  }

  package mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    searches[step.event.source, default: DecisionSearch(revision: revision)].note(step)
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
      }
    if let found { return found }
    if wanted == .showing, search.decides, revision == nil {
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

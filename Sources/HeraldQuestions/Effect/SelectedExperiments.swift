import Herald
import HeraldLog

/// Which experiments of a log are asked about.
struct SelectedExperiments {
  let log: LogName
  /// Nil for all rules.
  let rule: ExactString?

  /// The effects that are asked for.
  ///
  /// - Throws: ``LogRefused`` where nothing can be compared, with the reason.
  func effects(in fold: EffectFold, days: Int?) throws -> [Effect] {
    let all = fold.effects(days: days)
    guard let rule else {
      if all.isEmpty { throw LogRefused(nothingToCompare(fold)) }
      return all
    }
    let own = all.filter { $0.rule == rule }
    if own.isEmpty { throw LogRefused(nothingToCompare(rule, fold)) }
    return own
  }

  /// The rules that are asked for, and have no update to measure.
  func unmeasured(in fold: EffectFold) -> [UnmeasuredRule] {
    fold.unmeasured.filter { rule == nil || $0.rule == rule }
  }

  private func nothingToCompare(_ fold: EffectFold) -> Diagnostic {
    if let first = fold.unmeasured.first {
      return Diagnostic(
        EffectCode.nothingToMeasure, .error, what: "No experiment in `\(log)` has an update to measure.",
        file: log.description,
        why: "of `\(first.rule)`, \(first.why.whyNot)", fix: first.why.fix)
    }
    let (why, fix) = withoutExperiment(fold)
    return Diagnostic(
      EffectCode.noExperiment, .error, what: "`\(log)` has no experiment.", file: log.description, why: why, fix: fix)
  }

  private func withoutExperiment(_ fold: EffectFold) -> (why: String, fix: String) {
    if !fold.hasPolicy {
      return ("no policy was in force at any decision", "give a log whose installations fetched a policy")
    }
    if fold.rules.isEmpty {
      return (
        "no document that was in force has a rule, or all of its rules are invalid",
        "`herald lint` names invalid rules; ask again when devices have had a rule for some days"
      )
    }
    if let shares = shares(fold) { return ("the `holdout` holds out \(shares) of the installations", Self.fixShare) }
    return (
      "no document that was in force has a `holdout` for an optional rule without a deadline, or a rule with several "
        + "`variants`",
      Self.fixDocument
    )
  }

  private func nothingToCompare(_ rule: ExactString, _ fold: EffectFold) -> Diagnostic {
    if let why = fold.unmeasured.first(where: { $0.rule == rule })?.why {
      return Diagnostic(
        EffectCode.nothingToMeasure, .error, what: "The effect of `\(rule)` cannot be measured.", file: log.description,
        why: why.whyNot, fix: why.fix)
    }
    guard fold.rules.contains(rule) else { return unknown(rule, fold) }
    let reason =
      shares(fold).map { "the `holdout` holds out \($0) of the installations, and the rule" }
      ?? "no document holds it out, and it"
    return Diagnostic(
      EffectCode.noExperiment, .error, what: "`\(rule)` is not an experiment.", file: log.description,
      why:
        "all installations were treated alike: \(reason) has no `variants` to choose from; a rule with a deadline, a "
        + "force or an exit is never held out",
      fix: shares(fold) == nil ? Self.fixDocument : Self.fixShare)
  }

  /// The shares of holdouts that compare nothing, such as `0 %`; nil where there is none.
  private func shares(_ fold: EffectFold) -> String? {
    let shares = fold.sharesOfAllOrNone.sorted().map { Rule.percent($0) }
    return shares.isEmpty ? nil : shares.joined(separator: " or ")
  }

  private func unknown(_ rule: ExactString, _ fold: EffectFold) -> Diagnostic {
    let ids = Set(fold.rules.map(\.string))
    return Diagnostic(
      EffectCode.noSuchRule, .error, what: "`\(log)` has no rule `\(rule)`.", file: log.description,
      why: fold.hasPolicy
        ? "no document that was in force at a decision has it, or where one has it, the rule is invalid"
        : "no policy was in force at any decision",
      fix: Self.fixName(rule, ids))
  }

  private static func fixName(_ rule: ExactString, _ ids: Set<String>) -> String {
    if let near = Spelling.nearest(to: rule.string, among: ids) { return "did you mean `\(near)`?" }
    if ids.isEmpty { return "give a log with the documents of the rule; `herald lint` names invalid rules" }
    let known = ids.sorted().prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return "name one of these: \(known); `herald lint` names invalid rules"
  }

  private static let fixDocument =
    "give the document a `holdout`, such as {\"id\":\"2026-q1\",\"percent\":10}, or the rule `variants`, and ask again "
    + "when devices have had it for some days"
  private static let fixShare =
    "give the `holdout` a `percent` between 0 and 100, such as 10, and ask again when devices have had it for some days"
}

import Herald
import HeraldLog
import HeraldReport

/// Which experiments of a log are asked about.
struct EffectQuestion {
  let log: String
  /// Nil for all rules.
  let rule: ExactString?

  /// The effects that are asked for.
  ///
  /// - Throws: ``LogRefused`` where nothing can be compared, with the reason.
  func effects(in fold: EffectFold, days: Int?) throws -> [Effect] {
    let all = fold.effects(days: days)
    guard let rule else {
      if all.isEmpty { throw refused(nothingToCompare(fold)) }
      return all
    }
    let own = all.filter { $0.rule == rule }
    if own.isEmpty { throw refused(nothingToCompare(rule, fold)) }
    return own
  }

  private func refused(_ diagnostic: Diagnostic) -> LogRefused { LogRefused(diagnostic) }

  private func nothingToCompare(_ fold: EffectFold) -> Diagnostic {
    if let (rule, why) = fold.unmeasured.first {
      return Diagnostic(
        EffectCode.nothingToMeasure, .error, what: "No experiment in `\(log)` has an update to measure.", file: log,
        why: "of `\(rule)`, \(why.whyNot)", fix: Self.fixTarget)
    }
    return Diagnostic(
      EffectCode.noExperiment, .error, what: "`\(log)` has no experiment.", file: log,
      why: fold.rules.isEmpty
        ? "no policy was in force at any decision"
        : "no document that was in force has a `holdout` for an optional rule without a deadline, or a rule with several "
          + "`variants`",
      fix: Self.fixDocument)
  }

  private func nothingToCompare(_ rule: ExactString, _ fold: EffectFold) -> Diagnostic {
    if let why = fold.unmeasured.first(where: { $0.rule == rule })?.why {
      return Diagnostic(
        EffectCode.nothingToMeasure, .error, what: "The effect of `\(rule)` cannot be measured.", file: log,
        why: why.whyNot, fix: Self.fixTarget)
    }
    guard fold.rules.contains(rule) else { return unknown(rule, fold) }
    return Diagnostic(
      EffectCode.noExperiment, .error, what: "`\(rule)` is not an experiment.", file: log,
      why:
        "all installations were treated alike: no document holds it out, and it has no `variants` to choose from; a rule "
        + "with a deadline, a force or an exit is never held out",
      fix: Self.fixDocument)
  }

  private func unknown(_ rule: ExactString, _ fold: EffectFold) -> Diagnostic {
    let ids = Set(fold.rules.map(\.string))
    let fix =
      Spelling.nearest(to: rule.string, among: ids).map { "did you mean `\($0)`?" }
      ?? (ids.isEmpty
        ? "give a log with the documents of the rule"
        : "name one of these: " + ids.sorted().prefix(10).map { "`\($0)`" }.joined(separator: ", "))
    return Diagnostic(
      EffectCode.noSuchRule, .error, what: "`\(log)` has no rule `\(rule)`.", file: log,
      why: "no document that was in force at a decision has it", fix: fix)
  }

  private static let fixDocument =
    "give the document a `holdout`, such as {\"id\":\"2026-q1\",\"percent\":10}, or the rule `variants`, and ask again "
    + "when devices have had it for some days"
  private static let fixTarget = "give the rule a `targetVersion`, or ask about a rule that has one"
}

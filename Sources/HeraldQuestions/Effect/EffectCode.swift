package import Herald

/// The reasons why a log has no figures about the effect of a rule.
package enum EffectCode: String, ExplainedCode {
  case noExperiment, nothingToMeasure, noSuchRule

  package static let kind = "trouble with the effect of a rule (`effect`)"

  package var explanation: CodeExplanation {
    switch self {
    case .noExperiment:
      CodeExplanation(
        "All installations were treated alike, so there is nothing to compare.",
        when:
          "No document in force has a `holdout` for the rule, or one of 0 or 100 %, and the rule has no `variants`. "
          + "Rules with a `deadline`, forces and exits are never held out. Or no policy was in force at any decision, "
          + "or one without a valid rule.",
        fix: "Give the document a `holdout`, or the rule `variants`, and ask again some days later.", exit: .invalid)
    case .nothingToMeasure:
      CodeExplanation(
        "The rule leads to no version that the log could show.",
        when: "The rule is a message, is about another app, or has neither `targetVersion` nor `targetVersionCode`.",
        fix: "Ask about a rule that leads to a version. The error says what such a rule lacks.", exit: .invalid)
    case .noSuchRule:
      CodeExplanation(
        "No document of the log has the rule.",
        when: "`--rule` names no valid rule of a document that was in force at a decision.",
        fix: "Use the id as `herald why` prints it; the error names those there are.", exit: .invalid)
    }
  }
}

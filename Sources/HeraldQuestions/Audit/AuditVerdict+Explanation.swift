package import Herald

/// The meaning of each verdict.

extension AuditVerdict: ExplainedCode {
  package static let kind = "verdict of an audit"

  package var explanation: CodeExplanation {
    switch self {
    case .justified:
      CodeExplanation(
        "The prompt is the one that the decision before it shows.",
        when: "Rule and kind are the same.",
        fix: "Nothing.")
    case .unjustified:
      CodeExplanation(
        "The prompt is not the one that should have been shown.",
        when: "The decision before it shows nothing or something else, or was shown already.",
        fix: "Ask `herald why` for the revision that is named, and look at how the app shows prompts.")
    case .missed:
      CodeExplanation(
        "A prompt should have been shown and was not.",
        when: "A decision shows something, and no showing follows before the next one.",
        fix: "Check that the app shows what is decided and records `prompt.shown`.")
    case .open:
      CodeExplanation(
        "A prompt should be shown, and the log ends there.",
        when: "No decision follows that could tell.",
        fix: "Nothing, or audit a later log.")
    }
  }
}

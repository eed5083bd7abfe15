import Herald

/// Why a log has no answer to a command's question.
enum QuestionCode: String, ExplainedCode {
  case noInstallation, noDecision, noPoint, onePoint

  static let kind = "trouble with a file or a question"

  var explanation: CodeExplanation {
    switch self {
    case .noInstallation:
      CodeExplanation(
        "The log has no such installation.",
        when: "No event has this `source`, or there is no event at all.",
        fix: "Use one that `herald replay LOG --states` lists.")
    case .noDecision:
      CodeExplanation(
        "There is no decision to explain.",
        when: "Nothing was asked at this revision, nothing was shown, or the log has several installations.",
        fix: "Look at `herald replay LOG --decisions`.")
    case .noPoint:
      CodeExplanation(
        "The stream has nothing at that point.",
        when: "It ends before, or begins after that time.",
        fix: "Look at `herald replay LOG`.")
    case .onePoint:
      CodeExplanation(
        "There is nothing to compare with.",
        when: "`herald diff` is told of one installation at one point.",
        fix: "Give another log, another `--source`, or an `--at`.")
    }
  }
}

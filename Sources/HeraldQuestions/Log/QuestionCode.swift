package import Herald

/// The reasons why a log has no answer to a question.
package enum QuestionCode: String, ExplainedCode {
  case noInstallation, noDecision, noPoint, noType, onePoint, notAPolicy, restsOnMissing, ruleNotLookedAt, notConfirmed

  package static let kind = "trouble with a file or a question"

  package var explanation: CodeExplanation {
    switch self {
    case .noInstallation:
      CodeExplanation(
        "The log has no such installation.",
        when: "No `source` or user has the text, several do, or the log has several and no `--source` was given.",
        fix: "Use a name, a user, or a part of a name that only one has; the error says who is near.")
    case .noDecision:
      CodeExplanation(
        "There is no decision to explain.",
        when: "Nothing was decided up to this revision, or nothing was shown.",
        fix: "Look at `herald replay LOG --decisions`.")
    case .noPoint:
      CodeExplanation(
        "The stream has nothing at that point.",
        when: "It ends before, or begins after that time.",
        fix: "Look at `herald replay LOG`.")
    case .noType:
      CodeExplanation(
        "No event has the type.",
        when: "`herald replay` is asked for events of a type, and none that was replayed has it.",
        fix: "Write the type as the events have it, such as `prompt.shown`; the warning says which is near.")
    case .onePoint:
      CodeExplanation(
        "There is nothing to compare with.",
        when: "`herald diff` is given one installation at one point.",
        fix: "Give another log, another `--source`, or an `--at`.")
    case .notAPolicy:
      CodeExplanation(
        "The file is not a policy.",
        when: "It is a ledger, or a log of events.",
        fix: "Give the document that the devices fetch.")
    case .restsOnMissing:
      CodeExplanation(
        "The decision rests on events that are not there.",
        when: "`herald minimize` is asked about a decision behind missing revisions, or one that a forgotten beginning "
          + "decided.",
        fix: "Give a log that has the events; the error says which are missing.", exit: .invalid)
    case .ruleNotLookedAt:
      CodeExplanation(
        "The decision did not look at the rule.",
        when: "`herald minimize --rule` names a rule behind the one that was shown, or of another document.",
        fix: "Name a rule that `herald why` lists, or leave out `--rule`.", exit: .invalid)
    case .notConfirmed:
      CodeExplanation(
        "A smaller log could not be confirmed.",
        when: "The log that `herald minimize` made shows another decision when it is read again.",
        fix: "Report it: it is a mistake of Herald.", exit: .couldNotRun)
    }
  }
}

import Herald

/// The verdict of `herald test` on a case.
enum CaseVerdict: String, ExplainedCode {
  case agrees, disagrees, noExpectation, invalid, accepted

  static let kind = "verdict on a case of a corpus"

  var explanation: CodeExplanation {
    switch self {
    case .agrees:
      CodeExplanation(
        "What follows from the log is what was expected.",
        when: "What `expect.jsonl` names is so in the outcome. It may lack a field that is newer than it.",
        fix: "Nothing.")
    case .disagrees:
      CodeExplanation(
        "What follows from the log is not what was expected.",
        when: "A decision or a state differs, is missing, or was not expected.",
        fix: "Read the difference. If the new outcome is right, accept it by `herald test --accept`.")
    case .noExpectation:
      CodeExplanation(
        "Nothing was expected, so nothing was tested.", when: "The case has no `expect.jsonl`.",
        fix: "Read the file that `herald test` writes, and commit it if it is right.")
    case .invalid:
      CodeExplanation(
        "The case cannot be tested.",
        when: "Its log is refused and nothing says that it must be, or a file of the case cannot be read.",
        fix: "Correct the file; or add `refusedLine` to `case.json` if the log must be refused.")
    case .accepted:
      CodeExplanation(
        "What follows from the log is the expectation from now on.",
        when: "`--accept` wrote `expect.jsonl`, because it disagreed, lacked fields or was missing.",
        fix: "Read what changed before you commit it: it changes what logs in the field mean.")
    }
  }
}

import Herald

/// The reasons why a device that is tried cannot take a step.
enum PhoneCode: String, ExplainedCode {
  case noPrompt, unknownButton, badClock, badPush, badStep, unknownStep

  static let kind = "trouble with a device that is tried (`run`, `check`)"

  var explanation: CodeExplanation {
    switch self {
    case .noPrompt:
      CodeExplanation(
        "There is no prompt to answer.",
        when: "Nothing is on the screen.",
        fix: "Do something that asks.")
    case .unknownButton:
      CodeExplanation(
        "There is no such button.",
        when: "The prompt, or every prompt, lacks it.",
        fix: "Use one that it has.")
    case .badClock:
      CodeExplanation(
        "The clock cannot be set so.",
        when: "The change or the year cannot be read.",
        fix: "Write it like `clock +1d`.")
    case .badPush:
      CodeExplanation(
        "A push cannot be read.",
        when: "A key is none that a push has, or no text.",
        fix: "Write it as the message shows.")
    case .badStep:
      CodeExplanation(
        "A step lacks something or has too much.",
        when: "A script or a line that was typed is read.",
        fix: "Write it as the message shows.")
    case .unknownStep:
      CodeExplanation(
        "There is no such step.",
        when: "A script or a line that was typed is read.",
        fix: "Use one of those that `help` lists.")
    }
  }
}

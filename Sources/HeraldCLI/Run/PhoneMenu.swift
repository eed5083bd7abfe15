import Herald
import HeraldQuestions
import HeraldRuntime

/// The menu of a terminal session: the steps that make sense next, and what each step does.
enum PhoneMenu {
  static func greeting(_ phone: Phone, _ style: Style) -> String {
    """
    \(style.bold("A phone.")) Ledger \(phone.ledger.shown), policy \(phone.policy.url.shown), \(phone.source.string.shown)
    Type what happens to it; `help` lists everything, `quit` ends. `herald why \(phone.ledger.shellQuoted)` works meanwhile.

    """
  }

  /// The steps that make sense now.
  static func next(on phone: Phone, _ style: Style) async -> String {
    let onScreen = await phone.installation.onScreen
    let steps: [String]
    if let onScreen {
      steps = onScreen.prompt.buttons.map(\.rawValue) + ["background", "launch", "why", "help", "quit"]
    } else if !phone.isRunning {
      steps = ["launch", "push {…}", "offline on", "state", "help", "quit"]
    } else {
      steps = [
        "background", "foreground", "operation placeOrder", "check", "clock +1d", "update 9.0", "why", "state", "help",
        "quit",
      ]
    }
    return style.dim("next: " + steps.joined(separator: " · ")) + "\n" + prompt
  }

  /// The text before a typed step.
  static let prompt = "> "

  static func help(_ style: Style) -> String {
    PhoneWord.all.map { word in
      "  \(style.bold("\(word.word) \(word.arguments)".padded(to: 24))) \(word.meaning)\n"
    }.joined()
  }
}

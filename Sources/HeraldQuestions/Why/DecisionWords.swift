import Herald

/// A decision in words.
struct DecisionWords {
  private let decision: Decision
  private let style: Style

  init(_ decision: Decision, _ style: Style) {
    self.decision = decision
    self.style = style
  }

  /// The decision in one line: the prompt, or that nothing is shown and why.
  var line: String {
    guard let prompt = decision.prompt else {
      return style.dim("→ nothing: \(decision.silence)\(failures)")
    }
    let buttons = prompt.buttons.map { "[\($0.rawValue)]" }.joined(separator: " ")
    let title = style.green("→ shows \(prompt.rule.string.shown)") + " (\(prompt.kind.rawValue))"
    let message = " “\(prompt.message.firstLine.shown)”"
    return "\(title)\(message) \(buttons)" + style.dim(failures)
  }

  private var failures: String {
    let failed = decision.considered.compactMap { rule in
      rule.failed.map { "\(rule.rule.id.string.shown): \($0.shortFailure)" }
    }
    return failed.isEmpty ? "" : " (\(failed.joined(separator: ", ")))"
  }
}

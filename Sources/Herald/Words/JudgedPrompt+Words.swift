/// A judgement in one line, for people.
extension JudgedPrompt {
  package var words: String {
    let rule = rule?.string.shown ?? "a prompt"
    let kind = kind?.rawValue ?? ""
    switch verdict {
    case .justified: return "\(rule) (\(kind)) was shown, as decided at revision \(decision?.revision ?? 0)"
    case .missed:
      return "\(rule) (\(kind)) should have been shown, and nothing was before the next decision"
    case .open: return "\(rule) (\(kind)) should be shown; the log ends before it says whether it was"
    case .unjustified:
      guard let decision else {
        return "\(rule) (\(kind)) was shown, and nothing had been decided since the launch or the showing before"
      }
      guard let prompt = decision.prompt else {
        return
          "\(rule) (\(kind)) was shown; at revision \(decision.revision) nothing should have been: \(decision.silence)"
      }
      return "\(rule) (\(kind)) was shown; at revision \(decision.revision) it should have been "
        + "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
    }
  }
}

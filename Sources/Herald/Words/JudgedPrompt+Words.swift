/// A judgement in one line, for people.
extension JudgedPrompt {
  package var words: String {
    let rule = rule?.string.shown ?? "a prompt"
    let kind = kind?.rawValue ?? ""
    switch verdict {
    case .justified: return "\(rule) (\(kind)) was shown, as decided at revision \(decision?.revision ?? 0)"
    case .missed:
      return "\(rule) (\(kind)) should have been shown, but nothing appeared before the next decision"
    case .open: return "\(rule) (\(kind)) should be shown; the log ends before that"
    case .unjustified:
      guard let decision else {
        return "\(rule) (\(kind)) was shown, though nothing had been decided since the launch or the last showing"
      }
      guard let prompt = decision.prompt else {
        return
          "\(rule) (\(kind)) was shown, though nothing should have been (revision \(decision.revision): "
          + "\(decision.silence))"
      }
      return "\(rule) (\(kind)) was shown, though \(prompt.rule.string.shown) (\(prompt.kind.rawValue)) was decided at "
        + "revision \(decision.revision)"
    }
  }
}

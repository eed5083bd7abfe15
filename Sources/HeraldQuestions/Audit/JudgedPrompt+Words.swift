import Herald

/// A judgement in one line, for people.
extension JudgedPrompt {
  package var words: String {
    let rule = rule?.string.shown ?? "a prompt"
    let kind = kind?.rawValue ?? ""
    switch verdict {
    case .justified: return "\(rule) (\(kind)) was shown, as decided at revision \(decision?.revision ?? 0)"
    case .missed:
      return "\(rule) (\(kind)) should have been shown, but nothing appeared before the next decision\(wait)"
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
      let isSame = prompt.rule == showing?.rule && prompt.kind == showing?.kind
      let (shown, wanted) = isSame ? (Self.words(showing?.variant), Self.words(prompt.variant)) : ("", "")
      return
        "\(rule) (\(kind)) was shown\(shown), though \(prompt.rule.string.shown) (\(prompt.kind.rawValue))\(wanted) was "
        + "decided at revision \(decision.revision)"
    }
  }

  private static func words(_ variant: ExactString?) -> String {
    variant.map { " in variant \($0.string.shown)" } ?? " without a variant"
  }

  /// The time that the app had for a prompt that was missed: a second is short for an app, and a month may lack an
  /// event.
  private var wait: String {
    guard let next else { return "" }
    let length = next.time.moment.milliseconds - time.moment.milliseconds
    let later = time.isMissing || next.time.isMissing || length < 0 ? "" : ", \(LengthOfTime.words(length)) later"
    return " (revision \(next.revision)\(later))"
  }
}

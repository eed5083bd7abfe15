import Herald

/// Explains a prompt that no decision asked for: the app showed it by itself.
package struct UnjustifiedAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let judged: JudgedPrompt

  private var showings: [PastShowing] { found.showings[rule] }
  private var rule: ExactString { judged.rule ?? found.decision.prompt?.rule ?? "" }

  var sentence: String {
    "\(rule.string.shown) is shown for the \(showings.nextOrdinal) time at revision \(judged.revision), and no decision "
      + "asks for it: the one before it, at revision \(found.decision.revision), \(decided)."
  }

  /// The decision before the showing, in words.
  private var decided: String {
    guard judged.decision != nil else { return "had been shown already" }
    guard let prompt = found.decision.prompt else {
      return "shows nothing (\(found.decision.silence))"
    }
    return "shows \(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
  }

  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    if level == .sentence { return sentence + "\n" }
    let advice =
      "`herald why --not \(rule.string.shown) --revision \(found.decision.revision)` says what stopped it."
    return ([style.dim(found.title), "", style.bold(sentence)] + showings.lines(style) + ["", style.dim(advice)])
      .joined(separator: "\n") + "\n"
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      found.decision.writeHead(into: &$0)
      $0.member("sentence", sentence)
      $0.member("unjustified", true)
      $0.member("showings", showings) { $1.write(into: &$0) }
      $0.member("passes") { $0.raw("[]") }
    }
    return output.string
  }
}

import Herald

/// The headline of a decision, and sentences on what its reader would ask next.
extension WhyDecisionAnswer {
  /// The rule that is shown; nil for a push, and where nothing is.
  var shownRule: Rule? { explanation.rules.last.flatMap { $0.failed == nil ? $0.rule : nil } }

  /// At most twelve words that name what decided.
  package var headline: String { Headline.of(explanation, isMissed ? "should be shown" : "is shown") }

  /// Where the document, or the app, says that the kind may rise.
  func kindPlace(_ rule: Rule) -> String {
    let key = rule.pacing.deadline == nil ? "forceUpdateTypes" : "deadline"
    if let place = rule.source.keys["/\(key)"] { return "  (\(place.line):\(place.column))" }
    guard rule.source.houseRules.contains(key) else { return "" }
    return "  (a house rule of the app" + (found.causes.policy.map { ", came with revision \($0.revision))" } ?? ")")
  }

  /// The words of the test that passed: it is asked at a return alone.
  var notBusy: String {
    guard explanation.decision.question.trigger != .foreground else { return "the user is not busy" }
    let asked = "asked at a return alone"
    guard let busy = found.around.busy else { return asked }
    let ago = found.step.event.time.moment.milliseconds - busy.time.moment.milliseconds
    return "\(asked); " + (ago < 0 ? "before" : "\(LengthOfTime.words(ago)) before")
      + ", at revision \(busy.event.revision), the user was busy"
  }

  /// A sentence on where the button of the prompt leads; nil where nothing is shown.
  var destinationWords: String? {
    guard let prompt = explanation.decision.prompt, let button = prompt.buttons.first else { return nil }
    guard let destination = prompt.destination else { return "Its button \(button.rawValue) leads nowhere." }
    let way = "Its button \(button.rawValue) leads to \(destination.string.shown)"
    let profile = found.step.state.profile
    guard prompt.leadsNowhere(on: profile), let system = profile[.deviceOsName] else { return way + "." }
    let end = prompt.kind.isBlocking ? ", so the user is locked out." : "."
    return "\(way), which \(system.string.shown) cannot open\(end)"
  }

  /// A sentence on a version that is not asked, because the shown rule is about another app; nil for any other rule.
  var otherAppWords: String? {
    guard let rule = shownRule, let target = rule.targetPackageName,
      explanation.rules.last?.tests.contains(where: \.isAboutAnotherApp) == true
    else { return nil }
    return
      "\(rule.id.string.shown) is about another app, \(target.string.shown), so the installed version is not asked: "
      + "it is for every version of this app, the newest too."
  }

  /// The rules that were left out of the policy in force, and why each could not be read.
  func leftOutWords(_ style: Style) -> [String] {
    guard !leftOut.isEmpty else { return [] }
    let most = 5
    let rules = leftOut.prefix(most).map { "  \($0.location.shown)  \($0.what.shown)" }
    let rest = leftOut.count > most ? ["  and \(leftOut.count - most) more: `herald lint` lists them"] : []
    return ["", style.bold("Left out of the policy, because they are invalid")] + rules + rest
  }

  /// A sentence on updates that the user chose before, though the version stayed the same; nil where none was chosen.
  var chosenWords: String? {
    guard let update = updatesChosen else { return nil }
    let version = found.step.state.profile[.appVersionName].map { " (\($0.string.shown))" } ?? ""
    return
      "The user chose update \(update.times.of("time", "times")) before, and the app's version was still the old one"
      + "\(version): if it stays the same, check what the button opens."
  }
}

extension ExplainedTest {
  /// True for a version that is not asked, because the rule is about another app.
  var isAboutAnotherApp: Bool {
    test == .version && comparisons.contains { $0.passed && $0.subject == ExactString.appPackageName.string }
  }
}

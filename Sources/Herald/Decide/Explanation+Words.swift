/// An explanation in one sentence, for people.
extension Explanation {
  /// The answer in one sentence.
  package var sentence: String { sentence("is shown") }

  /// - Parameter happens: the fate of the prompt, as a verb; a prompt that was missed was not shown.
  package func sentence(_ happens: String) -> String {
    guard let prompt = decision.prompt else { return "Nothing is shown: \(obstacles)." }
    let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
    if prompt.rule == Prompt.pushRule {
      return "A push asked for an update that is not installed yet, so its prompt \(happens)."
    }
    let before = decision.failures.count - 1
    let others =
      before == 0
      ? "the first rule"
      : "the \(before == 1 ? "one rule" : "\(before) rules") ahead of it \(before == 1 ? "does" : "do") not apply, and "
        + "this one"
    return "\(name) \(happens): \(others) meets every condition.\(ownKind)\(versionRemark)"
  }

  /// A sentence, after a space, on what is not seen in the numbers of the versions that the shown rule compares.
  private var versionRemark: String {
    let compared = rules.last?.tests.filter { [.filters, .version].contains($0.test) }.flatMap(\.comparisons) ?? []
    if let remark = compared.lazy.compactMap(\.remark).first {
      let words = remark.words
      return " \(words.prefix(1).uppercased())\(words.dropFirst())."
    }
    // A rule that only exclusions could hold back is shown to a device that they cannot judge.
    return compared.lazy.compactMap(\.incomparable).first.map { " Its \($0.property.string.shown) \($0.words)." } ?? ""
  }

  /// The reason for the kind of the shown rule, as a sentence after a space; empty where its document says it outright.
  private var ownKind: String {
    guard let rule = rules.last, let standing = rule.standing, standing.change != nil || standing.deadline?.due != nil,
      let words = rule.kindWords({
        DeviceTime(moment: $0, offsetMinutes: decision.question.now.offsetMinutes).description
      })
    else { return "" }
    return " Its kind is \(words)."
  }

  /// The answer at the next instant at which time alone changes it; nil if it never does.
  package var nextWords: String? {
    guard let next else { return nil }
    guard let prompt = next.prompt else { return "then nothing is shown" }
    return "then \(prompt.rule.string.shown) (\(prompt.kind.rawValue)) is due"
  }

  /// Says that time alone changes nothing, and that another time zone may where a rule's dates are read on the device's
  /// clock.
  package var waitingWords: String {
    let local = rules.filter { rule in
      rule.tests.contains { $0.test == .window && $0.comparisons.contains { !$0.passed && $0.subject != "time" } }
    }
    guard let first = local.first else { return "Time alone does not change this. \(nextQuestion)." }
    return
      "Time alone does not change this, but another time zone may: the dates of \(first.rule.id.string.shown) are read "
      + "on the device's own clock."
  }

  /// The next time at which it is decided again: to somebody who was busy a moment ago, "never" would be wrong.
  private var nextQuestion: String {
    switch decision.reason {
    case .busy:
      "It is decided again at the next fetch or operation, and at the next return, if the user is not busy then"
    case .alreadyVisible: "It is decided again at the next fetch, return or operation after that prompt was answered"
    case .notLaunched: "It is decided again at the first fetch after a launch"
    default: "It is decided again at the next fetch, return or operation"
    }
  }

  /// The reason why nothing is shown: the failure of each rule, or the reason that ended the decision before the rules.
  private var obstacles: String {
    guard decision.reason == .noRule, !rules.isEmpty else { return decision.silence }
    let told = rules.compactMap(\.failure).prefix(3)
    let others = decision.failures.count - told.count
    return told.joined(separator: "; ") + (others > 0 ? "; and \(others.grouped) more do not apply either" : "")
  }
}

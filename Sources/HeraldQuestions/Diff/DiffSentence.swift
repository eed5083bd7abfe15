import Herald

/// Describes the difference for the users, in a sentence or two.
extension DiffAnswer {
  var sentence: String {
    guard let decisions else { return "No decision can be compared: \(unasked) was asked nothing so far." }
    let (own, other) = (decisions.left.decision, decisions.right.decision)
    if decisions.isSameAnswer {
      return own.prompt.map { "Both show \(Self.name($0))." } ?? "Neither shows anything: \(own.silence)."
    }
    if own.prompt == nil, other.prompt == nil {
      return "Neither shows anything: in A \(own.silence), in B \(other.silence)."
    }
    if let a = own.prompt, let b = other.prompt, a.rule == b.rule, a.kind == b.kind {
      return "Both show \(Self.name(a)), but not the same: \(Self.differences(a, b).joined(separator: "; "))."
    }
    return "A shows \(Self.answer(own)); B shows \(Self.answer(other)).\(turningPoint.map { " \($0)" } ?? "")"
  }

  private var unasked: String {
    left.found == nil ? right.found == nil ? "neither side" : "A" : "B"
  }

  private static func name(_ prompt: Prompt) -> String { "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))" }

  /// Returns the differences between two prompts of one rule and kind, each from A to B.
  private static func differences(_ a: Prompt, _ b: Prompt) -> [String] {
    let values: [(name: String, a: String?, b: String?)] = [
      ("language", a.shownLanguage, b.shownLanguage),
      ("text", a.message.firstLine, b.message.firstLine),
      ("destination", a.destination?.string, b.destination?.string),
      ("buttons", a.buttonWords, b.buttonWords),
    ]
    let differing = values.filter { $0.a.map { ExactString($0) } != $0.b.map { ExactString($0) } }
      .map { "\($0.name) in A \($0.a?.shown ?? "none"), in B \($0.b?.shown ?? "none")" }
    return differing.isEmpty ? ["their texts differ"] : differing
  }

  private static func answer(_ decision: Decision) -> String {
    decision.prompt.map(name) ?? "nothing, \(decision.silence)"
  }

  /// The reason why the other side does not show the rule that one side shows: its policy lacks the rule, or the rule
  /// fails a test.
  private var turningPoint: String? {
    let shown = [left, right].compactMap { $0.explanation?.decision.prompt?.rule }
    for rule in decisions?.rules ?? [] where shown.contains(rule.rule) {
      if let missing = missing(rule.rule) { return "The policy of \(missing) has no \(rule.rule.string.shown)." }
      guard let test = rule.tests.first(where: \.isDecisive), let pair = test.pairs.first else { continue }
      let (failing, name) = test.left.passed ? (pair.right, "B") : (pair.left, "A")
      let (passing, otherName) = test.left.passed ? (pair.left, "A") : (pair.right, "B")
      guard let failing else { continue }
      let (side, failed) = test.left.passed ? (rule.right, test.right) : (rule.left, test.left)
      guard let side else { continue }
      var words = "In \(name), \(rule.rule.string.shown) \(failed.failure(of: side.rule))"
      if let passing {
        words += "; in \(otherName) \(passing.subject.shown) is \(passing.found?.shown ?? "missing")"
        if ExactString(passing.wanted) != ExactString(failing.wanted) { words += ", wanted \(passing.wanted.shown)" }
      } else {
        words += "; in \(otherName) that is not asked"
      }
      return words + "."
    }
    return nil
  }

  /// The name of the side whose policy lacks a rule; nil where no policy lacks it.
  private func missing(_ rule: ExactString) -> String? {
    guard rule != Prompt.pushRule else { return nil }
    return [("A", left), ("B", right)].first { _, point in
      point.found?.step.state.policy.map { $0.rule(rule) == nil } ?? false
    }?.0
  }
}

extension Prompt {
  /// The language of the shown texts: the document's key, or the language of Herald's own texts.
  fileprivate var shownLanguage: String { language?.string ?? "\(ownLanguage.rawValue), Herald's own texts" }

  fileprivate var buttonWords: String { buttons.map(\.rawValue).joined(separator: ", ") }
}

import Herald

/// One decision as it was recorded, and as another policy would have taken it at the same moment.
public struct DraftAnswer: LogAnswer {
  /// The decision of the log.
  package let recorded: WhyDecisionAnswer
  /// The decision under the other policy.
  package let draft: WhyDecisionAnswer
  private let difference: DiffAnswer

  init(_ recorded: FoundDecision, under draft: FoundDecision) {
    self.recorded = WhyDecisionAnswer(recorded)
    self.draft = WhyDecisionAnswer(draft)
    difference = DiffAnswer(
      DiffPoint(log: "recorded", step: recorded.step, found: recorded),
      DiffPoint(log: "draft", step: draft.step, found: draft))
  }

  /// The difference of the two decisions, as `herald diff` prints it; the points are the logs `recorded` and `draft`.
  public var json: String { difference.json }

  /// The changes in a sentence, and the difference as `herald diff` prints it.
  public var words: String { sentence + "\n\n" + difference.words }

  /// True if the user would have seen the same.
  public var isSame: Bool { difference.decisions?.isSameAnswer ?? true }

  /// The changes under the other policy, in a sentence.
  public var sentence: String {
    let (own, other) = (recorded.explanation.decision, draft.explanation.decision)
    if isSame {
      return own.prompt.map { "The draft changes nothing here: it shows \(Self.name($0)) too." }
        ?? "The draft changes nothing here: it shows nothing either."
    }
    switch (own.prompt, other.prompt) {
    case (let own?, let other?) where own.rule == other.rule && own.kind == other.kind:
      return "The draft shows \(Self.name(own)) too, with another text, language, address or buttons."
    case (let own?, let other?):
      return "The draft shows \(Self.name(other)) in place of \(Self.name(own))."
    case (nil, let other?): return "The draft shows \(Self.name(other)), where nothing was to be shown."
    case (let own?, nil): return "The draft shows nothing, where \(Self.name(own)) was to be shown."
    case (nil, nil): return "The draft shows nothing either, for another reason."
    }
  }

  private static func name(_ prompt: Prompt) -> String { "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))" }

  /// A rule that ends otherwise under the other policy.
  package struct Row {
    /// The rule with its kind.
    package let rule: String
    /// The rule's end in the log's decision and under the other policy, each with a sign.
    package let recorded, draft: String
  }

  /// The rules of both policies that end otherwise.
  package var rows: [Row] {
    (difference.decisions?.rules ?? []).filter(\.endsDifferently).map { rule in
      let kind = (rule.left ?? rule.right).map { " (\($0.rule.kind.rawValue))" } ?? ""
      return Row(
        rule: "\(rule.rule.string.shown)\(kind)",
        recorded: difference.ending(of: rule.left, rule.rule, difference.left),
        draft: difference.ending(of: rule.right, rule.rule, difference.right))
    }
  }

  /// The number of rules that end alike.
  package var alike: Int {
    guard let decisions = difference.decisions else { return 0 }
    return decisions.alike.count + decisions.rules.count { !$0.endsDifferently }
  }
}

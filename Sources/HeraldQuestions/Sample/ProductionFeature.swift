package import Herald

/// One thing that installations do, or that happens to them, and that a log either has or lacks.
package enum ProductionFeature: Hashable, Sendable {
  /// A test of a rule in a decision, up to the one that failed.
  case rule(ExactString, RuleTest, passed: Bool)
  /// The reason of a decision, and the trigger that asked for it.
  case reason(DecisionReason, Trigger)
  /// A button that was counted, on a prompt of a kind.
  case button(PromptKind, ExactString)
  /// A document of a format that was refused, and why.
  case refusal(format: ExactString, RefusalReason)
  /// An event of a type, with its outcome.
  case event(ExactString, ExactString)
  /// A clock that was set back.
  case clockBack
  /// Revisions that are missing.
  case gap
  /// A latched push: a step of its life.
  case latch(LatchStep)

  /// A step in the life of a latched push.
  package enum LatchStep: String, Hashable, Sendable, CaseIterable {
    case set, shown, cleared
  }

  /// The feature as an answer names it.
  package var words: [ExactString] {
    switch self {
    case .rule(let rule, let test, let passed): ["rule", rule, Self.word(test), passed ? "passed" : "failed"]
    case .reason(let reason, let trigger): ["reason", Self.word(reason), Self.word(trigger)]
    case .button(let kind, let button): ["button", Self.word(kind), button]
    case .refusal(let format, let reason): ["refusal", format, Self.word(reason)]
    case .event(let type, let outcome): ["event", type, outcome]
    case .clockBack: ["clock", "back"]
    case .gap: ["gap"]
    case .latch(let step): ["latch", Self.word(step)]
    }
  }

  private static func word(_ word: some RawRepresentable<String>) -> ExactString { ExactString(word.rawValue) }
}

/// The order of features in an answer: the kinds as they stand above, the rest by their words.
extension ProductionFeature: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.place == right.place ? left.words.lexicographicallyPrecedes(right.words) : left.place < right.place
  }

  private var place: Int {
    switch self {
    case .rule: 0
    case .reason: 1
    case .button: 2
    case .refusal: 3
    case .event: 4
    case .clockBack: 5
    case .gap: 6
    case .latch: 7
    }
  }
}

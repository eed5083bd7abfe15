import Herald

extension Outcome {
  /// The word in JSON.
  package var word: StaticString {
    switch self {
    case .update: "update"
    case .message: "message"
    case .anotherApp: "anotherApp"
    case .noTarget: "noTarget"
    }
  }

  /// The reason why nothing can be measured; empty where an update can.
  package var whyNot: String {
    switch self {
    case .update: ""
    case .message: "a message asks for no update"
    case .anotherApp: "the rule is about another app, whose versions are not in the log"
    case .noTarget: "the rule names no version that it leads to"
    }
  }

  /// Advice on what to do instead; empty where an update can be measured.
  package var fix: String {
    switch self {
    case .update: ""
    case .message: "ask about a rule that leads to an update; the tables of `herald export` say who opened a message"
    case .anotherApp: "ask the log of the app that the rule is about, or ask about a rule of this app"
    case .noTarget: "give the rule a `targetVersion` or a `targetVersionCode`, or ask about a rule that has one"
    }
  }
}

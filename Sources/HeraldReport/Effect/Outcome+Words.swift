import Herald

extension Outcome {
  /// Why nothing can be measured; empty where an update can.
  package var whyNot: String {
    switch self {
    case .update: ""
    case .message: "a message asks for no update"
    case .anotherApp: "the rule is about another app, whose versions are not in the log"
    case .noTarget: "the rule names no version that it leads to"
    }
  }
}

/// Why a decision ended where it did, in words.
extension Decision {
  /// Why nothing is shown, as the end of a sentence.
  package var silence: String {
    reason == .noRule && failures.isEmpty ? "the policy has no rule" : reason.words
  }
}

extension DecisionReason {
  /// The reason as the end of a sentence.
  package var words: String {
    switch self {
    case .shown: "shown"
    case .notLaunched: "the app was not launched yet"
    case .alreadyVisible: "a prompt is on the screen already"
    case .silent: "a heartbeat never interrupts"
    case .busy: "the user came back in the middle of something"
    case .underReview: "this version is under review"
    case .noPolicy: "no policy is in force"
    case .otherPackage: "the policy is another app's"
    case .noRule: "no rule passes"
    }
  }
}

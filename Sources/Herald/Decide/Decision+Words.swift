/// The reason why a decision ended where it did, in words.
extension Decision {
  /// The reason why nothing is shown, as the end of a sentence.
  package var silence: String {
    reason == .noRule && failures.isEmpty ? "the policy has no rule" : reason.words
  }
}

extension DecisionReason {
  /// The reason as the end of a sentence.
  package var words: String {
    switch self {
    case .shown: "shown"
    case .notLaunched: "the app had not been launched yet"
    case .alreadyVisible: "a prompt was on the screen already"
    case .silent: "a heartbeat never interrupts the user"
    case .busy: "the user was in the middle of something"
    case .underReview: "this version is under review"
    case .noPolicy: "no policy was in force"
    case .otherPackage: "the policy is for another app"
    case .noRule: "no rule applies"
    }
  }
}

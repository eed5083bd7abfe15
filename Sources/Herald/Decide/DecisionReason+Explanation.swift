/// The meaning of each reason.
extension DecisionReason: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "reason of a decision"

  /// The meaning of the reason, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .shown:
      CodeExplanation(
        "A prompt is shown.",
        when: "A rule passes every test, or a latched push is due.",
        fix: "Nothing; `herald why` says why this one.")
    case .notLaunched:
      CodeExplanation(
        "Nothing is known of the app yet.",
        when: "Something asks before the first `app.launched`.",
        fix: "Record the launch before the first fetch.")
    case .alreadyVisible:
      CodeExplanation(
        "A prompt is on the screen, and nothing is shown over it.",
        when: "A `prompt.shown` was neither answered nor followed by a launch.",
        fix: "Record `button.chosen` with the id of the showing when the user answers.")
    case .silent:
      CodeExplanation(
        "A heartbeat never interrupts.",
        when: "The trigger is `heartbeat`.",
        fix: "Nothing; the prompt comes with another trigger.")
    case .busy:
      CodeExplanation(
        "The user came back in the middle of something.",
        when: "An `app.foregrounded` has `busy` true.",
        fix: "Nothing; it is asked again at the next return.")
    case .underReview:
      CodeExplanation(
        "The policy says that this version is under review, and nothing is shown to it.",
        when: "`reviewVersions` matches `appVersionName`.",
        fix: "Take the version out once the store has let it pass.")
    case .noPolicy:
      CodeExplanation(
        "No policy was ever accepted.",
        when: "No fetch brought a document that could be read.",
        fix: "Look at the fetches and the refused documents with `herald replay`.")
    case .otherPackage:
      CodeExplanation(
        "The policy in force is another app's.",
        when: "`packageName` is not the property `appPackageName`, which a launch may have changed.",
        fix: "Publish the app's own policy at this address.")
    case .noRule:
      CodeExplanation(
        "No rule passes all its tests.",
        when: "Each rule fails a test, or there are none.",
        fix: "`herald why --not RULE` says what would have to be different.")
    }
  }
}

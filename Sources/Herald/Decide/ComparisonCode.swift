/// The reason why a value could not be compared.
public enum ComparisonCode: String, ExplainedCode {
  case bundleNumberUnavailable

  /// The kind of code, as `herald explain` names it.
  public static let kind = "what could not be compared"

  /// The meaning of the code, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .bundleNumberUnavailable:
      CodeExplanation(
        "The bundle version has no number to compare.",
        when: "It is missing, longer than ten characters, or of another form than `10.2.3`.",
        fix: "Give the app a bundle version of the form `10.2.3`, or send it as `appVersionCode`.")
    }
  }
}

/// The meaning of each reason, and what its publisher can do.
extension RefusalReason: ExplainedCode {
  /// The kind of code, as `herald explain` names it.
  public static let kind = "why a document is refused; the last accepted policy stays in force"

  /// The meaning of the reason, when it appears, and what the publisher can do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .unknownFormat:
      CodeExplanation(
        "The format that the fetch names is not known.",
        when: "`format` is none of Herald's.",
        fix: "Use one of those that the message lists.")
    case .tooLarge:
      CodeExplanation(
        "The document is too large.",
        when: "It has over 1,048,576 bytes, or 4,194,304 in the format `storepage`.",
        fix: "Publish a smaller one.")
    case .invalidJSON:
      CodeExplanation(
        "The document is not JSON that Herald reads.",
        when: "It has a syntax error, comments, a name twice in one object, over 64 levels, or is not UTF-8.",
        fix: "Correct the place that `herald lint` names.")
    case .invalidDocument:
      CodeExplanation(
        "The document is not what its format asks for.",
        when: "A key that the format needs is missing or of the wrong type.",
        fix: "Correct the place that `herald lint` names.")
    case .missingPackageName:
      CodeExplanation(
        "The document does not say which app it is for.",
        when: "`packageName` is missing or blank.",
        fix: "Add `packageName`.")
    case .otherPackage:
      CodeExplanation(
        "The document is another app's.",
        when: "`packageName` is not the property `appPackageName`.",
        fix: "Publish the app's own document at this address.")
    case .rollback:
      CodeExplanation(
        "The document is older than one that was accepted before.",
        when:
          "Its `revision` is lower, or the version that its format goes by, than one that was accepted in seven days.",
        fix:
          "Give every new document a higher `revision`. In a format that goes by versions, such as a table, publish one "
          + "that is not below the newest before; a lower version is accepted after seven days.")
    case .serverSaidFailure:
      CodeExplanation(
        "The server's answer says that it failed.",
        when: "The format has a word for failure.",
        fix: "Look at the server.")
    case .notInStore:
      CodeExplanation(
        "The store does not know the app.",
        when: "A lookup has no result, or the page is missing.",
        fix: "Check the app's id and the store's country.")
    case .invalidVersion:
      CodeExplanation(
        "The document's version is none.",
        when: "The format needs a version to compare with.",
        fix: "Publish a version such as `2.10`.")
    case .noVersion:
      CodeExplanation(
        "No version is found in the document.",
        when: "The store's page was changed, or is incomplete.",
        fix: "Use another source, such as the store's lookup.")
    case .unsigned, .badSignature, .unknownKey, .metadataMismatch, .expired, .equivocation: ofSignature
    }
  }

  private var ofSignature: CodeExplanation {
    switch self {
    case .unsigned:
      CodeExplanation(
        "The document is not signed, and the app accepts signed ones only.",
        when: "`trust` says `required`, and nothing lay beside the document, or not a signature file.",
        fix: "Sign it with `herald sign`, and publish the `.minisig` file beside it.")
    case .badSignature:
      CodeExplanation(
        "Too few of the app's keys have signed these bytes.",
        when: "The document or the trusted comment was changed after signing, or the threshold is not met.",
        fix: "Publish document and signature together, byte for byte; look at them with `herald verify`.")
    case .metadataMismatch:
      CodeExplanation(
        "What was signed does not fit the document.",
        when: "`package:` or `revision:` of the trusted comment differs from the document's, or two comments differ.",
        fix: "Sign it again with `herald sign`, all signers with the same promises.")
    case .expired:
      CodeExplanation(
        "The signature had expired when the document arrived.",
        when: "The fetch's time, on the device's clock, is after `expires:` of the trusted comment.",
        fix: "Sign it again. If it was signed in time, something keeps newer answers back, or the clock is wrong.")
    case .equivocation:
      CodeExplanation(
        "Two signed documents have one revision.",
        when: "The policy in force has the same package and revision, and other bytes.",
        fix: "Give every new document a higher `revision`. If you published one alone, a key is in other hands.")
    default:
      CodeExplanation(
        "No signature is of a key that the app trusts.",
        when: "It was signed with another key, such as one that the app's version does not know yet.",
        fix: "Sign it with a key that is compiled into the app, also for as long as old versions are in use.")
    }
  }
}

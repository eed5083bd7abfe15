/// The reason why a document that arrived does not become the policy in force.
public enum RefusalReason: String, Hashable, Sendable, CaseIterable {
  case unknownFormat, tooLarge, invalidJSON, invalidDocument, missingPackageName, otherPackage, rollback
  case serverSaidFailure, notInStore, invalidVersion, noVersion
  case unsigned, badSignature, unknownKey, metadataMismatch, expired, equivocation

  /// The reason as the end of a sentence.
  public var words: String {
    switch self {
    case .unknownFormat: "its format is not known"
    case .tooLarge: "it has more bytes than its format allows"
    case .invalidJSON: "it is not JSON"
    case .invalidDocument: "it is not what its format asks for"
    case .missingPackageName: "it does not say which app it is for"
    case .otherPackage: "it is another app's: its `packageName` is not the property `appPackageName`"
    case .rollback: "it is older than one that was accepted before"
    case .serverSaidFailure: "the server says that it failed"
    case .notInStore: "the store does not know the app"
    case .invalidVersion: "its version is none"
    case .noVersion: "no version is found in it"
    case .unsigned: "nobody signed it, and the app requires a signature"
    case .badSignature: "too few of the trusted keys signed these bytes"
    case .unknownKey: "no key that the app trusts signed it"
    case .metadataMismatch: "what was signed with it does not fit it"
    case .expired: "its signature had expired"
    case .equivocation: "another document was accepted under the same revision"
    }
  }
}

extension RefusalReason {
  /// True if the signature is the reason, and not the document.
  package var isOfSignature: Bool {
    switch self {
    case .unsigned, .badSignature, .unknownKey, .metadataMismatch, .expired, .equivocation: true
    case .unknownFormat, .tooLarge, .invalidJSON, .invalidDocument, .missingPackageName, .otherPackage, .rollback,
      .serverSaidFailure, .notInStore, .invalidVersion, .noVersion:
      false
    }
  }

  /// True if another signature over the same document would mend it.
  package var isMendedBySigning: Bool { isOfSignature && self != .equivocation }
}

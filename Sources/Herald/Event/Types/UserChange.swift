/// What a fetch says about the user that is signed in.
public enum UserChange: Hashable, Sendable {
  /// Nothing.
  case unchanged
  case signedOut
  case signedIn(ExactString)
}

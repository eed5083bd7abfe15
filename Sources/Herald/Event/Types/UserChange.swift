/// What a fetch says about the user who is signed in.
public enum UserChange: Hashable, Sendable {
  /// The fetch says nothing about the user.
  case unchanged
  /// Nobody is signed in.
  case signedOut
  /// The user is signed in.
  case signedIn(ExactString)
}

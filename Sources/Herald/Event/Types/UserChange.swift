/// The change of the signed-in user that a fetch brings.
public enum UserChange: Hashable, Sendable {
  /// The fetch says nothing about the user.
  case unchanged
  /// Nobody is signed in.
  case signedOut
  /// The user is signed in.
  case signedIn(ExactString)
}

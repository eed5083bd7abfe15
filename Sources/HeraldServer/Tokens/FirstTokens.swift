/// The tokens that the first start of a server prints, once.
public struct FirstTokens: Sendable {
  /// The app that the key is for.
  public let app: String
  /// The app key, which may be published inside the app.
  public let key: String
  /// A token with all roles.
  public let token: String
}

package import Herald

/// A push notice, as the app or its extension received it.
public struct Push: Hashable, Sendable {
  /// `forceUpdate`, or a word of the app's own, which is stored and has no effect.
  public var kind: String
  /// The update's address. Without an address that a device can open, the push has no effect.
  public var url: String?
  /// The version that fulfils the push; nil for any version other than the installed one.
  public var targetVersion: String?
  /// The user that it addresses; nil for everybody.
  public var user: String?

  /// Makes a push notice; by default one for everybody, without an address.
  public init(kind: String, url: String? = nil, targetVersion: String? = nil, user: String? = nil) {
    self.kind = kind
    self.url = url
    self.targetVersion = targetVersion
    self.user = user
  }

  /// The event's data for an event's id.
  package func data(event id: ExactString) -> EventData {
    .pushReceived(
      PushReceived(
        event: id, kind: ExactString(kind), url: url.map { ExactString($0) },
        targetVersion: targetVersion.map { ExactString($0) }, user: user.map { ExactString($0) }))
  }
}

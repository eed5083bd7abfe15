import Herald

/// A push notice, as the app or its extension got it.
public struct Push: Hashable, Sendable {
  /// `forceUpdate`, or the app's own word, which is kept and changes nothing.
  public var kind: String
  /// Where the update is. Without one that a device can open, the push is ignored.
  public var url: String?
  /// The version that ends it; nil for any other than the one that is installed.
  public var targetVersion: String?
  /// For whom it is; nil for everybody.
  public var user: String?

  public init(kind: String, url: String? = nil, targetVersion: String? = nil, user: String? = nil) {
    self.kind = kind
    self.url = url
    self.targetVersion = targetVersion
    self.user = user
  }

  /// The event's data under an event's id.
  func data(event id: ExactString) -> EventData {
    .pushReceived(
      PushReceived(
        event: id, kind: ExactString(kind), url: url.map { ExactString($0) },
        targetVersion: targetVersion.map { ExactString($0) }, user: user.map { ExactString($0) }))
  }
}

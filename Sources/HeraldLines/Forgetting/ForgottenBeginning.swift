public import Herald

/// The first events of an installation, which were forgotten. Replays begin with the state after them.
public struct ForgottenBeginning: Hashable, Sendable {
  /// The last revision that was forgotten.
  public let revision: Int
  /// The number of events that were forgotten.
  public let events: Int
  /// The time before which they lay.
  public let before: Timestamp
  /// The time at which they were forgotten; nil where the log does not say.
  public let forgottenAt: DeviceTime?

  package init(_ anchor: Anchor, forgottenAt: DeviceTime? = nil) {
    revision = anchor.revision
    events = anchor.events
    before = anchor.before
    self.forgottenAt = forgottenAt
  }
}

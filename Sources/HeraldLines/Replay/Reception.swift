public import Herald

/// The arrival of events at a server: when it received them, and what the sender's clock showed then.
public struct Reception: Hashable, Sendable {
  /// The time at which the server received them.
  public let received: Timestamp
  /// The time at which the device sent them, by its own clock; nil where it did not say.
  public let sent: Timestamp?

  /// Makes the arrival of events.
  public init(received: Timestamp, sent: Timestamp?) { (self.received, self.sent) = (received, sent) }

  /// The seconds by which the device's clock was ahead of the server's; negative for a clock that is behind, nil where
  /// the device did not say its time.
  public var clockOffset: Double? { sent.map { Double($0.milliseconds - received.milliseconds) / 1000 } }
}

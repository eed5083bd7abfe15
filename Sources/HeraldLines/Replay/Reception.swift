public import Herald

/// The arrival of events at a server: the time by the server's clock, and the time by the device's clock.
public struct Reception: Hashable, Sendable {
  /// The time by the server's clock at which it received the events.
  public let received: Timestamp
  /// The time by the device's clock at which it sent the events; nil where the request did not say.
  public let sent: Timestamp?

  /// Makes the arrival of events.
  public init(received: Timestamp, sent: Timestamp?) { (self.received, self.sent) = (received, sent) }

  /// The time of the device's clock less the time of the server's clock, in seconds: positive where the device's clock is
  /// ahead; nil where the device did not say its time.
  public var clockOffset: Double? { sent.map { Double($0.milliseconds - received.milliseconds) / 1000 } }
}

/// One event of one installation: the envelope, and what it says happened.
public struct Event: Sendable {
  /// Unique in its source.
  public var id: ExactString
  /// Names the installation; the stream.
  public var source: ExactString
  /// The type as it is written, known or not.
  public var type: ExactString
  /// The device's clock, never trusted for order.
  public var time: DeviceTime
  /// Place in the stream, from 1.
  public var revision: Int
  /// The version of the data's shape, from 1.
  public var dataVersion: Int
  public var data: EventData

  public init(
    id: ExactString, source: ExactString, type: ExactString, time: DeviceTime, revision: Int, dataVersion: Int = 1,
    data: EventData
  ) {
    self.id = id
    self.source = source
    self.type = type
    self.time = time
    self.revision = revision
    self.dataVersion = dataVersion
    self.data = data
  }

  /// What the fold sees of the event.
  public var fact: Fact { Fact(revision: revision, time: time, data: data) }
}

/// What the fold sees of an event: no more than decides the next state.
public struct Fact: Sendable {
  public var revision: Int
  public var time: DeviceTime
  public var data: EventData

  public init(revision: Int, time: DeviceTime, data: EventData) {
    self.revision = revision
    self.time = time
    self.data = data
  }
}

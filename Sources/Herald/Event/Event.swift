/// One event of one installation: the envelope (CloudEvents 1.0) and the data.
///
/// ```swift
/// let event = Event(
///   id: "e-1", source: "/installations/1", type: "app.foregrounded",
///   time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000), offsetMinutes: 60),
///   revision: 1, data: .appForegrounded(AppForegrounded()))
/// state.apply(event.fact)
/// ```
public struct Event: Sendable {
  /// The event's id, unique in its source.
  public var id: ExactString
  /// The installation's name. The events of one source form a stream.
  public var source: ExactString
  /// The type as it is written, known or not.
  public var type: ExactString
  /// The time of the device's clock, never trusted for order; ``DeviceTime/missing`` for an event of an unknown type
  /// that has none.
  public var time: DeviceTime
  /// The event's place in the stream, from 1.
  public var revision: Int
  /// The version of the data's shape, from 1.
  public var dataVersion: Int
  /// Random text, without which the digest of the line could be guessed; nil where its writer gave none.
  public var salt: ExactString?
  /// The data; ``EventData/unknown`` for a type that Herald doesn't know.
  public var data: EventData

  /// Makes an event. `type` has to be the name of the data's type.
  public init(
    id: ExactString, source: ExactString, type: ExactString, time: DeviceTime, revision: Int, dataVersion: Int = 1,
    salt: ExactString? = nil, data: EventData
  ) {
    self.id = id
    self.source = source
    self.type = type
    self.time = time
    self.revision = revision
    self.dataVersion = dataVersion
    self.salt = salt
    self.data = data
  }

  /// The part of the event that the fold reads.
  public var fact: Fact { Fact(revision: revision, time: time, data: data) }
}

/// The part of an event that the fold reads. The next state depends on nothing else.
public struct Fact: Sendable {
  /// The event's place in the stream, from 1.
  public var revision: Int
  /// The time of the device's clock.
  public var time: DeviceTime
  /// The event's data.
  public var data: EventData

  /// Makes a fact.
  public init(revision: Int, time: DeviceTime, data: EventData) {
    self.revision = revision
    self.time = time
    self.data = data
  }
}

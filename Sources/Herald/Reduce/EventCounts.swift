/// Counts events of one stream by their kind.
public struct EventCounts: Hashable, Sendable {
  /// Starts of the app's process.
  public var launches: Int { stored.launches }
  /// Returns of the user to the app.
  public var returns: Int { stored.returns }
  /// Critical actions that the user began.
  public var operations: Int { stored.operations }
  /// Buttons of a prompt that was not on the screen.
  public var strayButtons: Int { stored.strayButtons }
  /// Pushes that asked for nothing, or for another user's update.
  public var ignoredPushes: Int { stored.ignoredPushes }
  /// Events whose clock was behind the event before.
  public var clockSteps: Int { stored.clockSteps }
  /// Events of a type, or a version of one, that Herald doesn't know.
  public var unknownEvents: Int { stored.unknownEvents }

  var stored = Stored()

  /// The counts in half the bytes of an `Int` each, because every installation has a state.
  struct Stored: Hashable, Sendable {
    @Count32 var launches: Int
    @Count32 var returns: Int
    @Count32 var operations: Int
    @Count32 var strayButtons: Int
    @Count32 var ignoredPushes: Int
    @Count32 var clockSteps: Int
    @Count32 var unknownEvents: Int
  }

  /// Makes counts of 0.
  public init() {}
}

extension EventCounts: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.number("launches", launches)
    writer.number("returns", returns)
    writer.number("operations", operations)
    writer.number("strayButtons", strayButtons)
    writer.number("ignoredPushes", ignoredPushes)
    writer.number("clockSteps", clockSteps)
    writer.number("unknownEvents", unknownEvents)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    stored.launches = try reader.number("launches")
    stored.returns = try reader.number("returns")
    stored.operations = try reader.number("operations")
    stored.strayButtons = try reader.number("strayButtons")
    stored.ignoredPushes = try reader.number("ignoredPushes")
    stored.clockSteps = try reader.number("clockSteps")
    stored.unknownEvents = try reader.number("unknownEvents")
  }
}

/// A count from 0 to 4,294,967,295, where it stops.
@propertyWrapper
struct Count32: Hashable, Sendable {
  private var count: UInt32 = 0
  /// The count. A value out of range is clamped.
  var wrappedValue: Int {
    get { Int(count) }
    set { count = UInt32(clamping: newValue) }
  }
}

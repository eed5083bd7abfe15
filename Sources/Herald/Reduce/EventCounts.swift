/// Counts events of one stream by their kind.
public struct EventCounts: Hashable, Sendable {
  /// Starts of the app's process.
  @Count32 public package(set) var launches: Int
  /// Returns of the user to the app.
  @Count32 public package(set) var returns: Int
  /// Critical actions that the user began.
  @Count32 public package(set) var operations: Int
  /// Buttons of a prompt that was not on the screen.
  @Count32 public package(set) var strayButtons: Int
  /// Pushes that asked for nothing, or for another user's update.
  @Count32 public package(set) var ignoredPushes: Int
  /// Events whose clock was behind the event before.
  @Count32 public package(set) var clockSteps: Int
  /// Events of a type, or a version of one, that Herald doesn't know.
  @Count32 public package(set) var unknownEvents: Int

  /// Makes counts of 0.
  public init() {}
}

extension EventCounts: StateObject {
  @inline(__always)
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
    launches = try reader.number("launches")
    returns = try reader.number("returns")
    operations = try reader.number("operations")
    strayButtons = try reader.number("strayButtons")
    ignoredPushes = try reader.number("ignoredPushes")
    clockSteps = try reader.number("clockSteps")
    unknownEvents = try reader.number("unknownEvents")
  }
}

/// A count from 0 to 4,294,967,295, where it stops. It takes half the bytes of an `Int`, because every installation has
/// a state.
@propertyWrapper
public struct Count32: Hashable, Sendable {
  private var count: UInt32 = 0
  /// Makes a count of 0.
  public init() {}
  /// The count. A value out of range is clamped.
  public var wrappedValue: Int {
    get { Int(count) }
    set { count = UInt32(clamping: newValue) }
  }
}

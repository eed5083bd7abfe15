/// What is known about one installation after some of its events: never stored as a fact, always derived.
///
/// To add a field: a property here, one line in each of the two functions below, and what changes it in the reducer.
///
/// The properties are ordered so that they leave no gaps: with what a replay adds, a state fills three lines of a
/// processor's cache, and waiting for these is much of a replay's time.
public struct InstallationState: Equatable, Sendable {
  /// The place of the last event in the stream; 0 is the empty stream.
  public package(set) var revision = 0
  /// What the last launch said about device and app.
  public package(set) var profile = Profile.empty
  /// Who is signed in; nil for nobody.
  public package(set) var user: ExactString?
  /// The last accepted policy.
  public package(set) var policy: Policy?
  /// A push that asked for an update and waits for its moment.
  public package(set) var latch: Latch?
  /// What was shown and answered, by rule.
  public package(set) var records = ShowingRecords()
  /// The newest document accepted since the first launch, by family of formats.
  package var newest: [PublishOrder] = []
  /// The prompt on the screen.
  public package(set) var visible: VisiblePrompt?
  public package(set) var counts = EventCounts()
  /// Failed fetches since the last successful one.
  public package(set) var failures = 0
  /// The time of the last event of a known type: against it a clock set back shows.
  package var lastTime: Timestamp?
  /// When a policy was last asked for, successfully or not.
  public package(set) var lastCheck: Timestamp?
  /// Why the document that came last is not in force; nil after one was accepted.
  public package(set) var refused: Refusal?

  /// The state of the empty stream.
  public init() {}

  /// The property that the last launch gave; nil where it gave none.
  public subscript(property: ExactString) -> ExactString? { profile[property] }
}

extension InstallationState: StateObject {
  @inline(__always)
  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.number("revision", revision)
    writer.properties("properties", profile)
    writer.text("user", user, .user)
    writer.object("policy", policy)
    writer.object("refused", refused)
    writer.time("lastCheck", lastCheck)
    writer.number("failures", failures)
    writer.object("latch", latch)
    writer.object("visible", visible)
    writer.records("records", records)
    writer.object("counts", counts)
    writer.hidden("order", StreamOrder(lastTime: lastTime, newest: newest))
  }

  /// Reads a state without its policy, which has to be found by its ``PolicyReference``.
  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    revision = try reader.number("revision")
    profile = try reader.properties("properties")
    user = try reader.optionalText("user")
    let _: PolicyReference? = try reader.optionalObject("policy")
    refused = try reader.optionalObject("refused")
    lastCheck = try reader.optionalTime("lastCheck")
    failures = try reader.number("failures")
    latch = try reader.optionalObject("latch")
    visible = try reader.optionalObject("visible")
    records = try reader.records("records")
    counts = try reader.object("counts")
    let order: StreamOrder = try reader.hidden("order")
    (lastTime, newest) = (order.lastTime, order.newest)
  }
}

/// What the fold compares the next event with.
private struct StreamOrder: StateObject {
  let lastTime: Timestamp?
  let newest: [PublishOrder]

  init(lastTime: Timestamp?, newest: [PublishOrder]) {
    self.lastTime = lastTime
    self.newest = newest
  }

  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.time("lastTime", lastTime)
    writer.list("newest", newest)
  }

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    lastTime = try reader.optionalTime("lastTime")
    newest = try reader.list("newest")
  }
}

/// The state of one installation after some of its events. It is always derived from events, and never stored as a
/// fact.
///
/// ```swift
/// var state = InstallationState()
/// for event in events { state.apply(event.fact) }
/// print(state.revision, state[.appVersionName] ?? "unknown", state.visible?.rule ?? "no prompt")
/// ```
///
/// To add a field, add a property, one line in each of the two functions below, and its changes in the reducer.
///
/// The order of the properties leaves little padding between them, because a replay of many installations spends much
/// of its time waiting for their states (bench row 1).
public struct InstallationState: Equatable, Sendable {
  /// The revision of the last event; 0 for the empty stream.
  public package(set) var revision = 0
  /// The properties of device and app at the last launch.
  public package(set) var profile = Profile.empty
  /// The numbers that the last launch brought; nil where they follow from the installation's name.
  public package(set) var draws: Draws?
  /// The user who is signed in; nil for nobody.
  public package(set) var user: ExactString?
  /// The last accepted policy, with the rules of all operating systems.
  package var accepted: Policy?
  /// A push that asked for an update and is not fulfilled yet.
  public package(set) var latch: Latch?
  /// The showings and answers, by rule.
  public package(set) var records = ShowingRecords()
  /// The newest document accepted since the first launch, by family of formats.
  package var newest: [PublishOrder] = []
  /// The prompt on the screen; nil for none.
  public package(set) var visible: VisiblePrompt?
  /// The numbers of events by their kind.
  public package(set) var counts = EventCounts()
  /// The number of failed fetches since the last successful one.
  public package(set) var failures = 0
  /// The time of the last event of a known type. An earlier time of the next event means that the clock was set back.
  package var lastTime: Timestamp?
  /// The time of the last fetch, successful or not; nil before the first.
  public package(set) var lastCheck: Timestamp?
  /// The reason why the last document is not in force; nil after a document was accepted.
  public package(set) var refused: DocumentRefusal?
  /// The keys whose policies the app accepts, as the last launch brought them; nil for an app that verifies nothing.
  public package(set) var trust: Trust?

  /// The state of the empty stream.
  public init() {}

  /// The last accepted policy, with the rules for this device.
  @inline(__always)
  public package(set) var policy: Policy? {
    get { accepted?.on(profile) }
    set { accepted = newValue }
  }

  /// A property at the last launch; nil where the launch did not have it.
  public subscript(property: ExactString) -> ExactString? { profile[property] }
}

extension InstallationState: StateObject {
  @inline(__always)
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.number("revision", revision)
    writer.properties("properties", profile)
    writer.text("user", user, .name(.user))
    writer.object("policy", accepted)
    writer.object("refused", refused)
    writer.time("lastCheck", lastCheck)
    writer.number("failures", failures)
    writer.object("latch", latch)
    writer.object("visible", visible)
    writer.records("records", records)
    writer.object("counts", counts)
    writer.hidden("order", StreamOrder(lastTime: lastTime, newest: newest))
    // Last, because most states have none: the others keep their places.
    writer.draws("draws", draws)
    writer.trust("trust", trust)
  }

  /// Reads a state without its policy, which the caller finds by its ``PolicyReference``.
  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
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
    draws = try reader.draws("draws")
    trust = try reader.trust("trust")
  }
}

/// The order of the stream so far, which the next event is compared with.
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

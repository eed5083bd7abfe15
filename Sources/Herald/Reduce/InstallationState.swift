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
  /// The newest documents accepted since the first launch, by family of formats.
  package var newest: [AcceptedOrder] = []
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
  /// The offset of the device's clock from UTC at the last event of a known type, in minutes; nil before the first, and
  /// where a beginning that an older Herald kept does not say.
  public package(set) var zone: Int? {
    get { storedZone.map(Int.init) }
    set { storedZone = newValue.map(Int16.init(clamping:)) }
  }
  private var storedZone: Int16?

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
    writer.number("zone", zone)
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
    zone = try reader.optionalNumber("zone")
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
  let newest: [AcceptedOrder]

  init(lastTime: Timestamp?, newest: [AcceptedOrder]) {
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

/// A state as one line of JSON, for `herald replay --states --format json` and for expectations.
extension InstallationState {
  /// Appends the state's object. Absent values are `null`, and times are in UTC to the millisecond.
  package func write(source: ExactString, into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      $0.fields(of: self, hidden: false)
    }
  }
}

/// Encodes many states as lines of JSON, and keeps the encoded properties of the devices that it met: a fleet has few
/// models, and their properties are most of a short life's state (bench row 3d).
package struct StateEncoder {
  private var properties = EncodedProfiles()

  package init() {}

  /// Appends the state's object, the same bytes as ``InstallationState/write(source:into:)``.
  package mutating func write(_ state: InstallationState, source: ExactString, into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      // Moved into the writer of fields and back, so that nothing is copied.
      var writer = JSONStateWriter(output: $0, writesHidden: false, profiles: properties)
      ($0, properties) = (JSONWriter(), EncodedProfiles())
      state.write(to: &writer)
      ($0, properties) = (writer.output, writer.profiles ?? EncodedProfiles())
    }
  }
}

/// The properties of profiles as objects of texts, each encoded once.
private struct EncodedProfiles {
  /// Keeps the profile alive, so that its identifier stays its own.
  private var known: [ObjectIdentifier: (profile: Profile, text: [UInt8])] = [:]
  private static let capacity = 4096

  mutating func write(_ profile: Profile, into output: inout JSONWriter) {
    if known[ObjectIdentifier(profile)] == nil {
      if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
      var text = JSONWriter()
      profile.write(into: &text)
      known[ObjectIdentifier(profile)] = (profile, text.bytes)
    }
    known[ObjectIdentifier(profile)]?.text.withBorrowedBytes { output.output.append($0) }
  }
}

extension JSONWriter {
  /// Appends the members that a part of a state has.
  ///
  /// - Parameter hidden: true to append the members that only a snapshot has.
  @inline(__always)
  mutating func fields(of object: some StateWritable, hidden: Bool) {
    // Moved into the writer of fields and back, so that the bytes are not copied.
    var writer = JSONStateWriter(output: self, writesHidden: hidden)
    self = JSONWriter()
    object.write(to: &writer)
    self = writer.output
  }
}

/// Writes the fields of a state as members of an object.
private struct JSONStateWriter: StateWriter {
  var output: JSONWriter
  let writesHidden: Bool
  /// Nil where a state is written alone.
  var profiles: EncodedProfiles?

  @inline(__always)
  mutating func number(_ name: StaticString, _ value: Int?) { output.member(name, value) }
  @inline(__always)
  mutating func text(_ name: StaticString, _ value: ExactString?, _ privacy: FieldPrivacy) {
    output.member(name, value)
  }
  @inline(__always)
  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, _ value: Word?) {
    output.member(name, word: value)
  }
  @inline(__always)
  mutating func time(_ name: StaticString, _ value: Timestamp?) { output.member(name, value) }
  @inline(__always)
  mutating func times(_ name: StaticString, _ values: [Timestamp]) {
    output.member(name, values) { $0.time($1) }
  }

  @inline(__always)
  mutating func properties(_ name: StaticString, _ value: Profile) {
    output.name(name)
    if profiles == nil { value.write(into: &output) } else { profiles?.write(value, into: &output) }
  }

  mutating func draws(_ name: StaticString, _ value: Draws?) {
    if let value { output.member(name) { value.write(into: &$0) } }
  }

  mutating func trust(_ name: StaticString, _ value: Trust?) {
    if let value { output.member(name) { value.write(into: &$0) } }
  }

  mutating func records(_ name: StaticString, _ value: ShowingRecords) {
    output.name(name)
    output.beginObject()
    for entry in value.entries {
      output.name(text: entry.rule)
      output.beginObject()
      entry.record.write(to: &self)
      output.endObject()
    }
    output.endObject()
  }

  @inline(__always)
  mutating func object<Object: StateWritable>(_ name: StaticString, _ value: Object?) {
    output.name(name)
    guard let value else { return output.null() }
    output.beginObject()
    value.write(to: &self)
    output.endObject()
  }

  mutating func list<Object: StateWritable>(_ name: StaticString, _ values: [Object]) {
    let hidden = writesHidden
    output.member(name, values) { output, value in
      output.object { $0.fields(of: value, hidden: hidden) }
    }
  }

  @inline(__always)
  mutating func hidden<Object: StateWritable>(_ name: StaticString, _ value: Object) {
    if writesHidden { object(name, value) }
  }
}

extension Profile {
  /// Appends the properties as an object of texts.
  package func write(into output: inout JSONWriter) {
    output.object {
      for property in properties {
        $0.name(text: property.name)
        $0.string(property.value)
      }
    }
  }
}

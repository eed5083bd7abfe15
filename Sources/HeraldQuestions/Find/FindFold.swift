import Herald
import HeraldLog

/// Finds the installations for which a condition holds.
struct FindFold: SummedFold {
  /// An installation for which the condition holds, as it was at the moment that the answer describes.
  struct Held: Sendable {
    let source: ExactString
    /// Every user that it had by the moment that is asked about, in their order.
    let users: [ExactString]
    let moment: Moment
    /// The last event.
    let last: Event
    /// The events between which the condition held; nil where it was asked once.
    let ever: Ever?

    /// The installation at the moment that the answer describes: after the first event at which the condition held, or at the end.
    struct Moment: Sendable {
      let user: ExactString?
      let profile: Profile
      let values: [(path: FieldPath, value: Field)]
    }

    /// An event, and its time for the order of the answer.
    struct Event: Sendable {
      /// The revision; 0 where the event itself was forgotten and only the state after it was kept.
      fileprivate(set) var revision: Int
      /// The revision that the state has, also where the event was forgotten.
      fileprivate(set) var head: Int
      fileprivate(set) var time: DeviceTime
      fileprivate var written = WrittenName()
      /// True if ``written`` has the id and the type. The facts of a ledger have no ids.
      fileprivate(set) var isNamed = false

      /// The event's id, type and time; nil for an event of a ledger, which has the id.
      var named: EventNames.Named? {
        isNamed ? EventNames.Named(revision: revision, id: written.id, type: written.type, time: time) : nil
      }

      /// Takes over the values of the next event.
      fileprivate mutating func replace(by moment: borrowing ReplayMoment) {
        (revision, head, time) = (moment.revision, moment.revision, moment.time)
        isNamed = moment.copyName(into: &written)
      }
    }

    /// The events after which a condition held.
    struct Ever: Sendable {
      let first: Event
      fileprivate(set) var last: Event
      fileprivate(set) var beginnings = 1
      fileprivate(set) var holds = false
    }

    /// The events that the answer names and that have to be looked up.
    var wanted: EventNames.Wanted? {
      let events = [last] + (ever.map { [$0.first, $0.last] } ?? [])
      let revisions = events.filter { !$0.isNamed && $0.revision > 0 }.map(\.revision)
      return revisions.isEmpty ? nil : EventNames.Wanted(source: source, revisions: revisions)
    }
  }

  private let condition: Condition?
  private let prepared: PreparedCondition?
  private let needs: ConditionNeeds
  /// The values that the condition reads.
  private let values: [(path: FieldPath, reading: FieldReading.Reading)]
  private let isEver: Bool
  /// A part of the name of a user whom the installation had; nil for any and for none.
  var user: ExactString?
  /// Another name of that user, which is whole.
  var pseudonym: ExactString?
  private let refusals: [ExactString: LineRefusals]?
  /// True to leave out installations without a replayed event.
  var needsAnEvent = false
  /// The installations that were asked.
  private(set) var installations = 0
  private(set) var held: [Held] = []
  /// The names in the condition that may be misspelt.
  private var names: NamesInLog
  /// The users of the installations that were asked, until one of them has the wanted user.
  private var otherUsers: Set<ExactString> = []
  private var hasUser = false
  private var open = OpenStreams<OpenStream>()

  /// An installation whose stream has not ended.
  fileprivate struct OpenStream {
    var decision: Decision?
    var users: [ExactString] = []
    var moment: Held.Moment?
    var ever: Held.Ever?
    // What every event reads and writes lies together, the beginning of the facts too.
    /// True if the condition held after the last event that it was asked after.
    var holds = false
    var user: ExactString?
    var last = Held.Event(revision: 0, head: 0, time: .missing)
    var facts: StreamFacts
  }

  /// - Parameters:
  ///   - isEver: true to ask after each event, and not at the end alone.
  ///   - refusals: the lines that were refused, by installation; nil where nobody knows.
  init(_ condition: Condition?, isEver: Bool, refusals: [ExactString: LineRefusals]?) {
    self.condition = condition
    self.isEver = isEver
    self.refusals = refusals
    prepared = condition.map { PreparedCondition($0) }
    needs = condition?.needs ?? []
    values = (condition?.paths ?? []).map { ($0, FieldReading.reading($0)) }
    names = NamesInLog(in: condition.map { [$0] } ?? [])
  }

  /// Remarks on names in the condition that no event has, and on prompts that are asked for on the screen.
  var remarks: [ConditionRemark] {
    names.remarks(on: held.isEmpty && !isEver ? [condition].compactMap(\.self) : []) + unknownUser
  }

  /// The remark on a user whom no installation had. Pseudonyms are not compared, because they are alike by chance alone.
  private var unknownUser: [ConditionRemark] {
    guard let user, pseudonym == nil, !hasUser else { return [] }
    return [.unseenUser(user, near: NamesInLog.near(value: user, among: otherUsers), known: otherUsers.sorted())]
  }

  var makePart: @Sendable () -> Self {
    let (condition, isEver, refusals) = (condition, isEver, refusals)
    let (user, pseudonym, needsAnEvent) = (user, pseudonym, needsAnEvent)
    return {
      var part = Self(condition, isEver: isEver, refusals: refusals)
      (part.user, part.pseudonym, part.needsAnEvent) = (user, pseudonym, needsAnEvent)
      return part
    }
  }

  static func += (all: inout Self, other: Self) {
    all.installations += other.installations
    all.held += other.held
    all.hasUser = all.hasUser || other.hasUser
    all.otherUsers = all.hasUser ? [] : all.otherUsers.union(other.otherUsers)
    all.names += other.names
  }

  private static func begun(
    _ source: ExactString, _ needs: ConditionNeeds, _ refusals: [ExactString: LineRefusals]?
  ) -> OpenStream {
    OpenStream(facts: StreamFacts(of: source, for: needs, refusals: refusals.map { $0[source] ?? LineRefusals() }))
  }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    var stream = Self.begun(source, needs, refusals)
    names.begin(in: state)
    stream.facts.began(in: state)
    stream.record(user: state.user)
    stream.last.head = state.revision
    if let time = state.lastTime { stream.last.time = DeviceTime(moment: time) }
    open.begin(source, with: stream)
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let place = open.place(of: moment.stream) ?? begin(moment.source, moment.stream)
    let begins = try open[place].record(&moment, asking: prepared, ever: isEver)
    names.record(&moment)
    guard begins else { return }
    var (state, stream) = (moment.state, open[place])
    let told = told(&state, &stream)
    open[place].moment = told
  }

  private mutating func begin(_ source: ExactString, _ number: Int) -> Int {
    let (needs, refusals) = (needs, refusals)
    return open.begin(source, number) { Self.begun(source, needs, refusals) }
  }

  /// Nothing is changed.
  private func told(_ state: inout InstallationState, _ stream: inout OpenStream) -> Held.Moment {
    var told: [(path: FieldPath, value: Field)] = []
    for (path, reading) in values {
      var value = reading(&state, &stream.decision, &stream.facts)
      switch value {
      // A condition asks only whether these are there.
      case .list, .object: value = path.answer(in: state, decision: stream.decision, facts: stream.facts)
      case .null, .number, .text, .time: break
      }
      told.append((path, value))
    }
    return Held.Moment(user: state.user, profile: state.profile, values: told)
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    guard var stream = open.end(source) else { return }
    if needsAnEvent, stream.last.revision == 0 { return }
    installations += 1
    names.end(in: state)
    if user != nil, !hasUser {
      hasUser = hadUser(stream)
      if hasUser { otherUsers = [] } else { otherUsers.formUnion(stream.users) }
    }
    var state = state
    if !isEver, prepared?.holds(in: &state, decision: &stream.decision, facts: &stream.facts) != false {
      stream.moment = told(&state, &stream)
    }
    guard let moment = stream.moment, hadUser(stream) else { return }
    if stream.holds { stream.ever?.last = stream.last }
    stream.ever?.holds = stream.holds
    held.append(Held(source: source, users: stream.users, moment: moment, last: stream.last, ever: stream.ever))
  }

  private func hadUser(_ stream: OpenStream) -> Bool {
    guard let user else { return true }
    return stream.users.contains { $0 == pseudonym || $0.isNamed(byPart: user) }
  }

  /// Puts the installations in the order of their last events, the newest first; of one time by their names.
  mutating func sort() {
    held.sort { left, right in
      let (own, other) = (left.last.time.moment, right.last.time.moment)
      return own == other ? left.source < right.source : own > other
    }
  }
}

extension FindFold.OpenStream {
  /// Takes note of the next event.
  ///
  /// - Parameter isEver: true to ask the condition after the event, as ``ask(_:_:)`` does.
  /// - Returns: true where it holds for the first time.
  fileprivate mutating func record(
    _ moment: inout ReplayMoment, asking condition: PreparedCondition?, ever isEver: Bool
  ) throws -> Bool {
    try facts.record(&moment, into: &decision)
    record(user: moment.state.user)
    // Asked before the event is the stream's last one.
    let begins = isEver && ask(condition, &moment)
    last.replace(by: moment)
    return begins
  }

  /// Takes note of the user after an event.
  fileprivate mutating func record(user next: ExactString?) {
    guard next != user else { return }
    user = next
    if let next, !users.contains(next) { users.append(next) }
  }

  /// Asks a condition after an event, which is not ``last`` yet; no condition holds always.
  ///
  /// - Returns: true where it holds for the first time.
  private mutating func ask(_ condition: PreparedCondition?, _ moment: inout ReplayMoment) -> Bool {
    let held = holds
    if let condition {
      holds = moment.withState { condition.holds(in: &$1, decision: &decision, facts: &facts) }
    } else {
      holds = true
    }
    if holds == held { return false }
    if !holds {
      ever?.last = last
      return false
    }
    if ever != nil {
      ever?.beginnings += 1
      return false
    }
    var event = FindFold.Held.Event(revision: 0, head: 0, time: .missing)
    event.replace(by: moment)
    ever = FindFold.Held.Ever(first: event, last: event)
    return true
  }
}

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
    var ever: Ever?

    /// The installation at the moment that the answer describes: after the first event at which the condition held, or at the end.
    struct Moment: Sendable {
      let user: ExactString?
      let profile: Profile
      let values: [(path: FieldPath, value: Field)]
    }

    /// A revision, and its time for the order of the answer.
    struct Event: Sendable {
      /// The revision; 0 where the event itself was forgotten and only the state after it was kept.
      let revision: Int
      /// The revision that the state has, also where the event was forgotten.
      let head: Int
      let time: DeviceTime
    }

    /// The events after which a condition held.
    struct Ever: Sendable {
      let first: Int
      var last: Int
      var beginnings: Int
      var holds: Bool
    }

    /// The events that the answer names.
    var revisions: EventNames.Wanted {
      EventNames.Wanted(source: source, revisions: [last.revision] + (ever.map { [$0.first, $0.last] } ?? []))
    }
  }

  private let condition: Condition?
  private let needs: ConditionNeeds
  private let paths: [FieldPath]
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
  /// The users of the asked installations, as long as none is the wanted one.
  private var otherUsers: Set<ExactString> = []
  private var hasUser = false
  private var open: [ExactString: OpenStream] = [:]

  /// An installation whose stream has not ended.
  fileprivate struct OpenStream: Sendable {
    var facts: StreamFacts
    var decision: Decision?
    var users: [ExactString] = []
    var user: ExactString?
    var last: Held.Event?
    var moment: Held.Moment?
    var ever: Held.Ever?
  }

  /// - Parameters:
  ///   - isEver: true to ask after each event, and not at the end alone.
  ///   - refusals: the lines that were refused, by installation; nil where nobody knows.
  init(_ condition: Condition?, isEver: Bool, refusals: [ExactString: LineRefusals]?) {
    self.condition = condition
    self.isEver = isEver
    self.refusals = refusals
    needs = condition?.needs ?? []
    paths = condition?.paths ?? []
    names = NamesInLog(in: condition.map { [$0] } ?? [])
  }

  /// Remarks on names in the condition that no event has, and on prompts that are asked for on the screen.
  var remarks: [ConditionRemark] {
    names.remarks(on: held.isEmpty && !isEver ? [condition].compactMap(\.self) : []) + unknownUser
  }

  /// The remark on a user whom no installation had. Users under pseudonyms are not compared: near ones are so by chance.
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

  private func begun(_ source: ExactString) -> OpenStream {
    OpenStream(facts: StreamFacts(of: source, for: needs, refusals: refusals.map { $0[source] ?? LineRefusals() }))
  }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    var stream = begun(source)
    names.begin(in: state)
    stream.facts.began(in: state)
    stream.record(user: state.user)
    stream.last = Held.Event(
      revision: 0, head: state.revision, time: state.lastTime.map { DeviceTime(moment: $0) } ?? .missing)
    open[source] = stream
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let source = moment.source
    var stream = open.removeValue(forKey: source) ?? begun(source)
    if let decision = try stream.facts.record(&moment) { stream.decision = decision }
    stream.record(user: moment.state.user)
    if !names.isSettled { names.record(moment.data, moment.state) }
    stream.last = Held.Event(revision: moment.revision, head: moment.revision, time: moment.time)
    if isEver { record(moment.state, at: moment.revision, in: &stream) }
    open[source] = stream
  }

  /// Asks after an event.
  private func record(_ state: InstallationState, at revision: Int, in stream: inout OpenStream) {
    let holds = holds(state, stream)
    guard holds else {
      stream.ever?.holds = false
      return
    }
    guard var ever = stream.ever else {
      stream.ever = Held.Ever(first: revision, last: revision, beginnings: 1, holds: true)
      stream.moment = told(state, stream)
      return
    }
    if !ever.holds { ever.beginnings += 1 }
    (ever.last, ever.holds) = (revision, true)
    stream.ever = ever
  }

  private func holds(_ state: InstallationState, _ stream: OpenStream) -> Bool {
    condition?.holds(in: state, decision: stream.decision, facts: stream.facts) ?? true
  }

  private func told(_ state: InstallationState, _ stream: OpenStream) -> Held.Moment {
    Held.Moment(
      user: state.user, profile: state.profile,
      values: paths.map { ($0, $0.answer(in: state, decision: stream.decision, facts: stream.facts)) })
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    guard var stream = open.removeValue(forKey: source), let last = stream.last else { return }
    if needsAnEvent, last.revision == 0 { return }
    installations += 1
    names.end(in: state)
    if user != nil, !hasUser {
      hasUser = hadUser(stream)
      if hasUser { otherUsers = [] } else { otherUsers.formUnion(stream.users) }
    }
    if !isEver, holds(state, stream) { stream.moment = told(state, stream) }
    guard let moment = stream.moment, hadUser(stream) else { return }
    held.append(Held(source: source, users: stream.users, moment: moment, last: last, ever: stream.ever))
  }

  private func hadUser(_ stream: OpenStream) -> Bool {
    guard let user else { return true }
    return stream.users.contains { $0 == pseudonym || $0.containsInAnyCase(user) }
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
  /// Takes note of the user after an event.
  mutating func record(user next: ExactString?) {
    guard next != user else { return }
    user = next
    if let next, !users.contains(next) { users.append(next) }
  }
}

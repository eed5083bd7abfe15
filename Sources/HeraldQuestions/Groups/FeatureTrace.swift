import Herald
import HeraldLog

/// The features of one installation, gathered while its events are replayed.
///
/// Most events have what the event before them had, so each kind of feature is compared with the last one first.
///
/// The properties that every event reads come last and together, because events of neighbouring lines are of other
/// installations, whose values are not at hand.
struct FeatureTrace {
  private var lastRefused: DocumentRefusal?
  private var lastAccepted: Policy?
  private var policies: [ExactString] = []
  private var zones: [Int] = []
  /// The other features, by their numbers.
  private var others: [Int32] = []
  private var profiles: [Profile] = []
  /// The policy in force after the last fetch.
  private var lastInForce: Policy?
  /// The zone of the last event; any other value before the first.
  private var lastZone = Int.min
  // The sets that nearly every event adds to are bits.
  private var operations: UInt16 = 0
  private var types: UInt16 = 0
  private var triggers: UInt8 = 0
  private var pushes: UInt8 = 0
  private var lastTrigger: FetchTrigger?
  private var hasGap = false
  private var hadNoPolicy = false

  /// Begins with what is kept of a stream whose first events were forgotten.
  mutating func begin(in state: InstallationState) {
    if state.counts.launches > 0 { profiles = [state.profile] }
    if let policy = state.accepted { policies = [policy.digest] }
    if let zone = state.zone { zones = [zone] }
  }

  /// Takes note of the next event, before anything asks for the state after it.
  mutating func record(_ moment: borrowing ReplayMoment, _ numbers: inout FeatureNumbers) throws {
    if moment.revision > moment.before.revision + 1 { hasGap = true }
    if case .unknown = moment.data {
      // Only the line has the type's name.
      add(numbers.number(.event(try moment.type())))
      return
    }
    moment.withStateBefore { record(&$0, before: &$1, &numbers) }
    let zone = moment.time.offsetMinutes
    if zone == lastZone { return }
    lastZone = zone
    if !zones.contains(zone) { zones.append(zone) }
  }

  /// Not inlined, so that data and state stay where they are.
  @inline(never)
  private mutating func record(
    _ data: inout EventData, before: inout InstallationState, _ numbers: inout FeatureNumbers
  ) {
    switch data {
    case .unknown: break
    case .appLaunched(let launch):
      note(.appLaunched)
      if profiles.last !== launch.profile, !profiles.contains(launch.profile) { profiles.append(launch.profile) }
    case .appForegrounded: note(.appForegrounded)
    case .appBackgrounded: note(.appBackgrounded)
    case .userChanged: note(.userChanged)
    case .fetchSucceeded(let fetch):
      note(.fetchSucceeded)
      note(fetch.trigger)
    case .fetchFailed(let fetch):
      note(.fetchFailed)
      note(fetch.trigger)
      add(numbers.number(.failure(fetch.reason)))
    case .promptShown: note(.promptShown)
    case .buttonChosen(let answer):
      note(.buttonChosen)
      if let visible = before.visible, visible.prompt == answer.prompt {
        add(numbers.number(.button(rule: visible.rule, answer.button)))
      }
    case .pushReceived(let push):
      note(.pushReceived)
      note(IgnoredEvent(.pushReceived(push), in: before))
    case .operationAttempted(let attempt):
      note(.operationAttempted)
      note(attempt.operation, &numbers)
    }
  }

  /// Takes note of the state after an event.
  ///
  /// - Parameter bounds: get the bounds of a policy that came into force.
  mutating func record(
    _ data: inout EventData, after state: inout InstallationState, _ numbers: inout FeatureNumbers,
    _ bounds: inout DrawBounds
  ) {
    if state.accepted == nil { hadNoPolicy = true }
    if case .fetchSucceeded = data { recordFetch(&data, in: &state, &numbers, &bounds) }
  }

  /// Takes note of the state after a fetch. Not inlined, as above.
  @inline(never)
  private mutating func recordFetch(
    _ data: inout EventData, in state: inout InstallationState, _ numbers: inout FeatureNumbers,
    _ bounds: inout DrawBounds
  ) {
    if let policy = state.accepted, policy !== lastInForce {
      lastInForce = policy
      bounds.add(policy)
    }
    if let refused = state.refused, refused != lastRefused {
      lastRefused = refused
      add(numbers.number(.refused(refused.digest, refused.reason)))
    }
    // After a 200, `refused` is either nil or about the document that it brought.
    guard case .fetchSucceeded(let fetch) = data, fetch.status == 200, state.refused == nil,
      let policy = state.accepted, policy !== lastAccepted
    else { return }
    lastAccepted = policy
    add(numbers.number(.accepted(policy.digest)))
    if !policies.contains(policy.digest) { policies.append(policy.digest) }
  }

  @inline(__always)
  private mutating func note(_ type: EventType) { types |= Self.bit(type) }

  private mutating func note(_ trigger: FetchTrigger) {
    if lastTrigger == trigger { return }
    lastTrigger = trigger
    triggers |= 1 << UInt8(Self.place(trigger))
  }

  /// Takes note of an operation. The log's first operations have a bit each, so that most events look nothing up.
  private mutating func note(_ operation: ExactString, _ numbers: inout FeatureNumbers) {
    guard let place = numbers.place(ofOperation: operation) else { return add(numbers.number(.operation(operation))) }
    if operations & 1 << UInt16(place) != 0 { return }
    operations |= 1 << UInt16(place)
    add(numbers.number(.operation(operation)))
  }

  private mutating func note(_ ignored: IgnoredEvent?) {
    pushes |= 1 << UInt8(ignored.map { 1 + Self.place($0) } ?? 0)
  }

  /// The bit of an event's type in a set of types.
  @inline(__always)
  private static func bit(_ type: EventType) -> UInt16 {
    switch type {
    case .appLaunched: 1
    case .appForegrounded: 2
    case .appBackgrounded: 4
    case .userChanged: 8
    case .fetchSucceeded: 16
    case .fetchFailed: 32
    case .promptShown: 64
    case .buttonChosen: 128
    case .pushReceived: 256
    case .operationAttempted: 512
    }
  }

  private static func place<Word: CaseIterable & Equatable>(_ word: Word) -> Int {
    var place = 0
    for other in Word.allCases {
      if other == word { break }
      place += 1
    }
    return place
  }

  private mutating func add(_ feature: Int32) { if !others.contains(feature) { others.append(feature) } }
}

extension FeatureTrace {
  /// The version, the policy and the zone that an installation has at a moment. Cause and consequence are confused where
  /// they change later.
  struct Circumstances: Equatable {
    var version: ExactString?
    var policy: ExactString?
    var zone: Int?

    /// True if something that was there is another now.
    func changed(to later: Circumstances) -> Bool {
      version != nil && version != later.version || policy != nil && policy != later.policy
        || zone != nil && zone != later.zone
    }
  }

  static func circumstances(in state: InstallationState) -> Circumstances {
    Circumstances(version: state.profile[.appVersionName], policy: state.accepted?.digest, zone: state.zone)
  }

  /// The features so far, by their numbers.
  ///
  /// - Parameters:
  ///   - state: after the last event.
  ///   - ever: true for each property, zone and policy so far; false for the state's own.
  ///   - refusals: the lines of the installation that were refused; nil where nobody knows.
  func features(
    in state: InstallationState, ever: Bool, refusals: LineRefusals?, _ numbers: inout FeatureNumbers
  ) -> [Int32] {
    var features = others
    let profiles = ever && !profiles.isEmpty ? profiles : [state.profile]
    for profile in profiles { features += numbers.numbers(of: profile).features }
    if profiles.count == 1 {
      features += numbers.numbers(of: profiles[0]).names
    } else {
      let names = numbers.numbers(of: profiles[0]).names
      for (property, number) in zip(profiles[0].properties, names)
      where profiles.allSatisfy({ $0[property.name] != nil }) {
        features.append(number)
      }
    }
    func add(_ feature: InstallationFeature) { features.append(numbers.number(feature)) }
    for zone in ever ? zones : state.zone.map({ [$0] }) ?? [] { add(.zone(zone)) }
    if zones.count > 1 { add(.zoneChange) }
    for digest in ever ? policies : state.accepted.map({ [$0.digest] }) ?? [] { add(.policy(digest)) }
    if ever ? hadNoPolicy : state.accepted == nil { add(.policy(nil)) }
    for entry in state.records.entries { add(.shown(entry.rule)) }
    if hasGap { add(.gap) }
    if state.counts.clockSteps > 0 { add(.clockStep) }
    if let refusals, refusals.forks(upTo: state.revision) > 0 { add(.fork) }
    if let refusals, refusals.lines(upTo: state.revision) > 0 { add(.refusedLines) }
    for feature in met { add(feature) }
    return Self.sortedOnce(features)
  }

  /// The numbers in their order, each once: two profiles share most of their features.
  private static func sortedOnce(_ numbers: [Int32]) -> [Int32] {
    var (once, last) = ([Int32](), Int32(-1))
    once.reserveCapacity(numbers.count)
    for number in numbers.sorted() where number != last {
      once.append(number)
      last = number
    }
    return once
  }

  /// The features that are kept as bits.
  private var met: [InstallationFeature] {
    var met: [InstallationFeature] = []
    for type in EventType.allCases where types & Self.bit(type) != 0 {
      met.append(.event(ExactString(type.rawValue)))
    }
    for trigger in FetchTrigger.allCases where triggers & (1 << UInt8(Self.place(trigger))) != 0 {
      met.append(.trigger(trigger))
    }
    if pushes & 1 != 0 { met.append(.push(.latched)) }
    for reason in IgnoredEvent.allCases where pushes & (1 << UInt8(1 + Self.place(reason))) != 0 {
      met.append(.push(.ignored(reason)))
    }
    return met
  }
}

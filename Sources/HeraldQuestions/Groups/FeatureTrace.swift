import Herald
import HeraldLog

/// The features of one installation, gathered while its events are replayed.
final class FeatureTrace {
  // The sets that nearly every event adds to are bits and short lists.
  private var types: UInt16 = 0
  private var triggers: UInt8 = 0
  private var pushes: UInt8 = 0
  private var hasGap = false
  private var hadNoPolicy = false
  private var zones: [Int] = []
  private var profiles: [Profile] = []
  private var policies: [ExactString] = []
  /// The other features, by their numbers.
  private var others: [Int32] = []

  /// Begins with what is kept of a stream whose first events were forgotten.
  func begin(in state: InstallationState) {
    if state.counts.launches > 0 { profiles = [state.profile] }
    if let policy = state.accepted { policies = [policy.digest] }
    if let zone = state.zone { zones = [zone] }
  }

  /// Takes note of the next event, before anything asks for the state after it.
  func record(_ moment: borrowing ReplayMoment, _ numbers: inout FeatureNumbers) throws {
    if moment.revision > moment.before.revision + 1 { hasGap = true }
    switch moment.data {
    case .unknown:
      // Only the line has the type's name.
      add(numbers.number(.event(try moment.event().event.type)))
      return
    case .appLaunched(let launch):
      note(.appLaunched)
      if !profiles.contains(launch.profile) { profiles.append(launch.profile) }
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
      if let visible = moment.before.visible, visible.prompt == answer.prompt {
        add(numbers.number(.button(rule: visible.rule, answer.button)))
      }
    case .pushReceived(let push):
      note(.pushReceived)
      note(IgnoredEvent(.pushReceived(push), in: moment.before))
    case .operationAttempted(let operation):
      note(.operationAttempted)
      add(numbers.number(.operation(operation.operation)))
    }
    let zone = moment.time.offsetMinutes
    if zones.last != zone, !zones.contains(zone) { zones.append(zone) }
  }

  /// Takes note of the state after an event.
  func record(_ state: InstallationState) { if state.accepted == nil { hadNoPolicy = true } }

  /// Takes note of the state after a fetch.
  func record(_ fetch: FetchSucceeded, in state: InstallationState, _ numbers: inout FeatureNumbers) {
    if let refused = state.refused { add(numbers.number(.refused(refused.digest, refused.reason))) }
    // After a 200, `refused` is either nil or about the document that it brought.
    guard fetch.status == 200, state.refused == nil, let policy = state.accepted else { return }
    add(numbers.number(.accepted(policy.digest)))
    if !policies.contains(policy.digest) { policies.append(policy.digest) }
  }

  private func note(_ type: EventType) { types |= 1 << UInt16(Self.place(type)) }
  private func note(_ trigger: FetchTrigger) { triggers |= 1 << UInt8(Self.place(trigger)) }
  private func note(_ ignored: IgnoredEvent?) { pushes |= 1 << UInt8(ignored.map { 1 + Self.place($0) } ?? 0) }

  private static func place<Word: CaseIterable & Equatable>(_ word: Word) -> Int {
    var place = 0
    for other in Word.allCases {
      if other == word { break }
      place += 1
    }
    return place
  }

  private func add(_ feature: Int32) { if !others.contains(feature) { others.append(feature) } }
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

  func circumstances(in state: InstallationState) -> Circumstances {
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
    var features = Set(others)
    let profiles = ever && !profiles.isEmpty ? profiles : [state.profile]
    for profile in profiles { features.formUnion(numbers.numbers(of: profile)) }
    for (name, _) in profiles[0].properties where profiles.allSatisfy({ $0[name] != nil }) {
      features.insert(numbers.number(.named(name)))
    }
    func add(_ feature: InstallationFeature) { features.insert(numbers.number(feature)) }
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
    return features.sorted()
  }

  /// The features that are kept as bits.
  private var met: [InstallationFeature] {
    var met: [InstallationFeature] = []
    for type in EventType.allCases where types & (1 << UInt16(Self.place(type))) != 0 {
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

public import Herald

/// The reach of a policy: the numbers of installations that pass the tests of its rules.
///
/// Each installation counts with its last state, at a launch at one moment, with nothing on the screen. Memory grows
/// with the rules and the kinds of devices, not with the installations.
///
/// ```swift
/// var reach = PolicyReach(policy)
/// for (source, state) in fleet { reach.record(state, of: source, at: now) }
/// for rule in reach.rules { print(rule.rule.id, rule.reached, rule.shown) }
/// ```
public struct PolicyReach: Sendable {
  /// The policy.
  public let policy: Policy
  /// The fetch that would bring the policy, and its signature file as it stands.
  private let fetch: FetchSucceeded
  private let signature: ExactString?
  /// All installations.
  public private(set) var installations = 0
  /// Installations that never launched, so that their properties are unknown. The counts below exclude them.
  public private(set) var notLaunched = 0
  /// Installations of another app than the policy's. The counts below exclude them.
  public private(set) var otherApp = 0
  /// Installations that accepted a newer document, and so refuse this one. The counts below exclude them.
  public private(set) var newer = 0
  /// The highest revision that one of ``newer`` accepted; nil where its documents have none.
  public private(set) var newestRevision: Int?
  /// Installations that would refuse the document for its signature. Where it only has to be signed, the counts below
  /// include them, as if it were.
  package private(set) var signatures = RefusalCounts()
  /// Installations with a version under review, which see nothing whatever tests they pass.
  public private(set) var underReview = 0
  /// The reach of each rule, in the policy's order.
  public private(set) var rules: [RuleReach]

  /// The installations with values that the policy compares with nothing.
  private(set) var notComparable = NotComparable()

  private var decider = Decider()
  /// For each kind of device the indices of the filters that do not match, of each rule.
  private var failedFilters: [Profile: [[Int]]] = [:]
  private static let mostKnown = 10_000

  /// Counts no installation yet.
  ///
  /// - Parameter signature: the text of the document's signature file; nil for none.
  public init(_ policy: Policy, signature: String? = nil) {
    self.policy = policy
    self.signature = signature.map { ExactString($0) }
    var fetch = FetchSucceeded(
      trigger: .launch, url: policy.url ?? "", format: policy.format, digest: policy.digest, reading: .accepted(policy))
    fetch.assumeSignature()
    self.fetch = fetch
    rules = policy.rules.map { RuleReach($0) }
  }

  /// The installations that the policy's rules are tested on.
  public var ofThisApp: Int { installations - notLaunched - otherApp - newer - signatures.lastingCount }

  /// Counts an installation.
  ///
  /// - Parameters:
  ///   - state: the state after its last event.
  ///   - source: the installation's name, which decides on rollouts.
  ///   - now: the moment of the launch, and the zone for dates without an offset.
  public mutating func record(_ state: InstallationState, of source: ExactString, at now: DeviceTime) {
    installations += 1
    guard state.counts.launches > 0 else { return notLaunched += 1 }
    let logged = state
    var state = state
    state.visible = nil
    state.policy = policy
    let verdicts = decider.findVerdicts(on: state, under: policy)
    guard verdicts.isThisApp else { return otherApp += 1 }
    guard !state.hasNewer(than: policy) else { return noteNewer(state) }
    guard isTaken(by: logged) else { return }
    underReview += verdicts.isUnderReview ? 1 : 0
    notComparable.record(verdicts)
    let question = Question(trigger: .launch, now: now, source: source)
    let shown = decider.decide(question, in: state).prompt?.rule
    let failed = failedFilters(by: verdicts)
    var situation = RuleContext(question, in: state, verdicts)
    for index in rules.indices {
      situation.turn(to: rules[index].rule, at: index)
      rules[index].record(
        situation, failedFilters: failed[index], state.profile, isShown: shown == rules[index].rule.id)
    }
  }

  /// Asks an app that trusts keys whether it takes the document, once that is signed.
  private mutating func isTaken(by logged: InstallationState) -> Bool {
    guard logged.trust != nil,
      let refusal = ForeseenRefusal.of(fetch, signed: signature, over: policy.body, in: logged)
    else { return true }
    signatures.add(refusal)
    return refusal.awaitsSignature
  }

  private mutating func noteNewer(_ state: InstallationState) {
    newer += 1
    for order in state.newest {
      if case .revision(let revision) = order.mark { newestRevision = max(newestRevision ?? revision, revision) }
    }
  }

  /// Counts the installations of another reach of the same policy, which follow in the log.
  mutating func add(_ other: PolicyReach) {
    installations += other.installations
    notLaunched += other.notLaunched
    otherApp += other.otherApp
    newer += other.newer
    newestRevision = [newestRevision, other.newestRevision].compactMap(\.self).max()
    signatures.add(other.signatures)
    underReview += other.underReview
    notComparable.add(other.notComparable)
    for (index, reach) in other.rules.enumerated() { rules[index].add(reach) }
  }

  /// Counts no installation any more. The filters that kinds of devices fail stay known.
  mutating func empty() {
    (installations, notLaunched, otherApp, newer, underReview) = (0, 0, 0, 0, 0)
    signatures = RefusalCounts()
    notComparable.empty()
    newestRevision = nil
    rules = policy.rules.map { RuleReach($0) }
  }

  private mutating func failedFilters(by verdicts: DeviceVerdicts) -> [[Int]] {
    if let failed = failedFilters[verdicts.profile] { return failed }
    if failedFilters.count >= Self.mostKnown { failedFilters.removeAll(keepingCapacity: true) }
    let failed = policy.rules.map(verdicts.failedFilters(of:))
    failedFilters[verdicts.profile] = failed
    return failed
  }
}

/// The reach of one rule, in numbers of installations.
public struct RuleReach: Sendable {
  /// The rule.
  public let rule: Rule
  /// The tests that are counted: the tests that the rule sets, without ``RuleTest/fresh``, because a policy under
  /// examination does not expire.
  public let tests: [RuleTest]

  /// The installations that pass each test by itself.
  public private(set) var passed: [RuleTest: Int] = [:]
  /// The installations that pass every test of the device, so that the rule may be shown to them at some time.
  public private(set) var reached = 0
  /// The installations to which the rule would be shown now.
  public private(set) var shown = 0
  /// The installations that the rule reaches and that it would force now: a rule may become a force by its deadline or
  /// the change of version.
  public private(set) var forced = 0
  /// The installations over which the rule's phased roll-out grows; nil for a rule without phases.
  package private(set) var phased: PhasedPopulation?
  /// The destinations of a force or an exit, or of a rule that may become one, on the installations that it reaches.
  public private(set) var ways = WaysOut()

  /// The installations that pass all tests of the device except one, by that test.
  private var missedBy: [RuleTest: Int] = [:]
  /// The installations that pass all tests of the device except for one filter, by the filter's index.
  private var missedByFilter: [Int: Int] = [:]
  /// The installations that only a filter on `ios` keeps from the rule, by another name of the same system.
  private(set) var otherNamesOfIOS: [String: Int] = [:]
  /// The installations that only a filter keeps from the rule, whose property they send under a similar name.
  private(set) var otherPropertyNames = OtherPropertyNames()
  /// The installations that the version code alone keeps from the rule, though their version is lower.
  private(set) var heldByCode = HeldByCode()

  init(_ rule: Rule) {
    self.rule = rule
    tests = RuleTest.allCases.filter { $0 != .fresh && $0.isAsked(by: rule) }
    phased = PhasedPopulation(of: rule)
  }

  mutating func record(
    _ situation: borrowing RuleContext, failedFilters: [Int], _ profile: Profile, isShown: Bool
  ) {
    var missed: [RuleTest] = []
    for test in tests {
      if rule.passesSometime(test, in: situation) {
        passed[test, default: 0] += 1
      } else if test.asksDeviceAlone {
        missed.append(test)
      }
    }
    shown += isShown ? 1 : 0
    let source = situation.question.source
    if phased != nil, missed.isEmpty || missed == [.rollout] {
      phased?.add(draw: situation.number(of: .rollout(rule: rule.id)))
    }
    if missed.isEmpty {
      reached += 1
      forced += situation.kind.isBlocking ? 1 : 0
    } else if missed.count == 1 {
      missedBy[missed[0], default: 0] += 1
      if missed[0] == .version { heldByCode.record(profile, rule) }
      if missed[0] == .filters, failedFilters.count == 1 {
        missedByFilter[failedFilters[0], default: 0] += 1
        let filter = rule.filters[failedFilters[0]]
        record(filter, against: profile)
        otherPropertyNames.record(filter, at: failedFilters[0], against: profile)
      }
    }
    guard rule.mayBlock else { return }
    if missed.isEmpty {
      ways.reach(profile, rule.prompt(in: situation))
    } else if isLetGo(missed, failedFilters), Self.isComparable(profile) {
      ways.letGo(profile, source)
    }
  }

  /// Counts a device that sends another name of iOS, where the filter that it fails is one on `ios`.
  private mutating func record(_ filter: Filter, against profile: Profile) {
    guard filter.property == .deviceOsName, let name = profile[.deviceOsName]?.string.normalized,
      ["ipados", "iphoneos"].contains(name), filter.verdict(on: PropertyValue("ios")).matches
    else { return }
    otherNamesOfIOS[name == "iphoneos" ? "iphone os" : name, default: 0] += 1
  }

  /// Counts the installations of another reach of the same rule, which follow in the log.
  mutating func add(_ other: RuleReach) {
    passed.merge(other.passed, uniquingKeysWith: +)
    reached += other.reached
    shown += other.shown
    forced += other.forced
    if let population = other.phased { phased?.add(population) }
    missedBy.merge(other.missedBy, uniquingKeysWith: +)
    missedByFilter.merge(other.missedByFilter, uniquingKeysWith: +)
    otherNamesOfIOS.merge(other.otherNamesOfIOS, uniquingKeysWith: +)
    otherPropertyNames.add(other.otherPropertyNames)
    heldByCode.add(other.heldByCode)
    ways.add(other.ways)
  }

  /// True if the installation fails the rule only because of the installed version.
  private func isLetGo(_ missed: [RuleTest], _ failedFilters: [Int]) -> Bool {
    let ofVersion: Set<ExactString> = [.appVersionName, .appVersionCode]
    return missed.allSatisfy { test in
      guard let properties = test.properties(of: rule) else { return false }
      return test == .filters || properties.allSatisfy(ofVersion.contains)
    }
      && failedFilters.allSatisfy { ofVersion.contains(rule.filters[$0].property) }
  }

  /// The number of installations that a key of the rule decides about: the installations that pass all other tests of
  /// the device. For a key that no test of the device reads, it is the number of installations that the rule reaches.
  ///
  /// - Parameter key: JSON pointer below the rule, such as `/filters/deviceModel` or `/displayPeriodInHours`.
  public func concerned(by key: String) -> Int {
    let tokens = key.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard let first = tokens.first,
      let test = RuleTest.allCases.first(where: { $0.reads(key: first) })
    else { return reached }
    // Each filter decides by itself.
    if test == .filters, tokens.count > 1 {
      let filter = rule.filters.firstIndex { JSONPointer.token($0.property.string) == tokens[1] }
      return reached + (filter.flatMap { missedByFilter[$0] } ?? 0)
    }
    return reached + (missedBy[test] ?? 0)
  }
}

extension Rule {
  /// True if the rule passes a test now. A text for the time when it is forced counts too, since reach is of any time.
  fileprivate func passesSometime(_ test: RuleTest, in situation: borrowing RuleContext) -> Bool {
    test == .text ? situation.hasTextSometime(self) : passes(test, in: situation)
  }

  /// The tests that depend on the device alone and that the rule fails, so that it is not shown there at any time.
  ///
  /// - Parameter situation: turned to the rule.
  func missedTests(in situation: borrowing RuleContext) -> [RuleTest] {
    RuleTest.allCases.filter { $0.asksDeviceAlone && !passesSometime($0, in: situation) }
  }
}

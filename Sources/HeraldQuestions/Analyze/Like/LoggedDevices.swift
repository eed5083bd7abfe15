import Herald
import HeraldLog

/// The number of logged devices that are like the device of a log (`herald analyze --like`).
public struct Likeness: Hashable, Sendable {
  /// The devices that answer the tests of every rule that ask the device alone as it does, at their last launch.
  public let installations: Int
  /// All devices of the log.
  public let of: Int

  /// The numbers in words, such as `4 of 120 logged devices are like it`.
  package var words: String {
    "\(installations.grouped) of \(of.of("logged device")) \(installations == 1 ? "is" : "are") like it"
  }
}

/// A device's answers to the tests of a document that ask it alone, and to the review of versions.
struct DeviceAnswers: Hashable {
  private let isThisApp: Bool
  private let isUnderReview: Bool
  /// For each rule and each test in ``tests``: true if it passes.
  private let passes: [Bool]

  private static let tests: [RuleTest] = [.filters, .segments, .version, .change, .installed, .text]

  /// - Parameter profile: the properties of the device.
  init(of profile: Profile, under policy: Policy) {
    var state = InstallationState()
    let time = DeviceTime(moment: Timestamp(milliseconds: 0))
    state.apply(Fact(revision: 1, time: time, data: .appLaunched(AppLaunched(profile: profile))))
    state.policy = policy
    let verdicts = DeviceVerdicts(of: state, under: policy)
    (isThisApp, isUnderReview) = (verdicts.isThisApp, verdicts.isUnderReview)
    var context = RuleContext(Question(trigger: .launch, now: time, source: "/analyze"), in: state, verdicts)
    var passes: [Bool] = []
    for (index, rule) in policy.rules.enumerated() {
      context.turn(to: rule, at: index)
      for test in Self.tests {
        // A variant or a deadline may bring a text that the rule's own lacks.
        let hasText = context.hasTextSometime(rule) || context.hasAnyText
        passes.append(test == .text ? hasText : rule.passes(test, in: context))
      }
    }
    self.passes = passes
  }
}

/// The devices of a log, counted by their answers under some documents.
struct LoggedDevices: SummedFold {
  private let policies: [Policy]
  private var installations = 0
  private var counts: [[DeviceAnswers]: Int] = [:]
  /// The answers of devices that were met. Most devices of a fleet have the properties of another one.
  private var known: [Profile: [DeviceAnswers]] = [:]
  private static let mostKnown = 10_000

  init(under policies: [Policy]) { self.policies = policies }

  var makePart: @Sendable () -> Self {
    { [policies] in Self(under: policies) }
  }

  static func += (all: inout Self, other: Self) {
    all.installations += other.installations
    all.counts.merge(other.counts, uniquingKeysWith: +)
  }

  mutating func visit(_ moment: inout ReplayMoment) {}

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    guard state.counts.launches > 0 else { return }
    counts[answers(of: state.profile), default: 0] += 1
  }

  private mutating func answers(of profile: Profile) -> [DeviceAnswers] {
    if let answers = known[profile] { return answers }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let answers = policies.map { DeviceAnswers(of: profile, under: $0) }
    known[profile] = answers
    return answers
  }

  /// The number of devices that answer as a device does.
  ///
  /// - Parameter places: the places of the documents that count.
  func likeness(of profile: Profile, under places: [Int]) -> Likeness {
    let own = places.map { DeviceAnswers(of: profile, under: policies[$0]) }
    let same = counts.filter { answers, _ in zip(places, own).allSatisfy { answers[$0] == $1 } }
    return Likeness(installations: same.values.reduce(0, +), of: installations)
  }
}

extension LoggedDevices {
  /// Reads a log once.
  ///
  /// - Throws: what reading the events throws.
  init(in events: LoggedEvents, under policies: [Policy], jobs: Int) throws {
    self.init(under: policies)
    try events.unread().needingEvents().fold(into: &self, inAnyOrder: true, jobs: jobs)
  }

  func compared(_ witness: AnalyzeWitness, under places: [Int]) -> AnalyzeWitness {
    var compared = witness
    compared.like = likeness(of: witness.profile, under: places)
    return compared
  }

  func compared(_ pair: WitnessPair, under places: [Int]) -> WitnessPair {
    WitnessPair(before: compared(pair.before, under: places), after: compared(pair.after, under: places))
  }
}

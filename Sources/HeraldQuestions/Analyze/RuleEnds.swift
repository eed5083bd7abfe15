import Herald
import HeraldFormats

/// The versions of the app that end forces and exits, each on the device of a log.
struct RuleEnds {
  private let devices: DocumentDevices

  init(_ devices: DocumentDevices) { self.devices = devices }

  /// The answer with the lowest version that ends its force or exit.
  func ended(_ answer: AnalyzeAnswer.RuleAnswer) -> AnalyzeAnswer.RuleAnswer {
    guard let witness = answer.witness, let (decision, state) = witness.replayed(knowing: devices.known),
      let prompt = decision.prompt
    else { return answer }
    var answer = answer
    answer.shownKind = prompt.kind
    guard prompt.kind.isBlocking else { return answer }
    // A version that is lower may be among those that were left out.
    if AnalysisWork.isOver { return answer }
    for version in versions(from: state.profile[.appVersionName]) {
      guard AnalysisWork.spend(stepsOfDecision) else { return answer }
      let other = state.decision(withVersion: version, at: decision.question)
      if other.prompt?.kind.isBlocking ?? false { continue }
      answer.endedBy = version
      return answer
    }
    answer.isUnending =
      areClassesExact && (areAllVersionsTried || isBlockedInEachClass(state, at: decision.question))
    return answer
  }

  /// True if the installed version decides alone, and its classes are all there are.
  private var areClassesExact: Bool {
    devices.space.place(of: .appVersionCode) == nil && devices.space.limit == nil
      && devices.rules.allSatisfy { $0.limit == nil }
  }

  /// True if a version was tried in each cell between the bounds: conditions compare versions by order alone, and each
  /// bound has a next version.
  private var areAllVersionsTried: Bool {
    devices.space.conditions(of: .appVersionName).allSatisfy { condition in
      condition.isAboutVersions && condition.bounds.allSatisfy { UsualDevices.next($0) != nil }
    }
  }

  /// True if the device sees a force or an exit with a version of every class, whatever its order: `2.*` is a class, too.
  private func isBlockedInEachClass(_ state: InstallationState, at question: Question) -> Bool {
    let classes = devices.space.place(of: .appVersionName).map { devices.space.properties[$0].classes } ?? []
    return classes.compactMap { $0.value.raw?.string }.allSatisfy { version in
      AnalysisWork.spend(stepsOfDecision)
        && state.decision(withVersion: version, at: question).prompt?.kind.isBlocking ?? false
    }
  }

  /// The steps of work of a decision.
  private var stepsOfDecision: Int { devices.document.stepsOfAnswer + devices.rules.count / 4 }

  /// The versions at which a condition may begin to answer otherwise, not lower than the installed one, the lowest
  /// first.
  private func versions(from installed: ExactString?) -> [String] {
    let own = installed.flatMap { AppVersion($0.string) }
    let bounds = devices.space.conditions(of: .appVersionName).distinctBounds
    let classes = devices.space.place(of: .appVersionName).map { devices.space.properties[$0].classes } ?? []
    // Behind a pre-release comes its release.
    let releases = bounds.map { String($0.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }) }
    let samples = devices.policy.rules.flatMap(\.condition.samples).filter { $0.property == .appVersionName }
    let usual =
      [installed?.string].compactMap(\.self) + bounds + bounds.compactMap(UsualDevices.next) + releases
      + samples.flatMap(\.texts)
    // Between two bounds there is always another version. No app is likely to have it, so it comes last.
    let others =
      releases.compactMap(UsualDevices.next) + bounds.map { $0 + ".0.1" } + classes.compactMap { $0.value.raw?.string }
    return [usual, others].flatMap { Self.sorted($0, from: own) }
  }

  /// The texts that are versions, not lower than another one, the lowest first. Of equal versions the earlier text is
  /// first.
  private static func sorted(_ texts: [String], from own: AppVersion?) -> [String] {
    var seen: Set<String> = []
    var known: [(place: Int, text: String, version: AppVersion)] = []
    for (place, text) in texts.enumerated() where seen.insert(text).inserted {
      guard let version = AppVersion(text) else { continue }
      if let own, version < own { continue }
      known.append((place, text, version))
    }
    known.sort { $0.version == $1.version ? $0.place < $1.place : $0.version < $1.version }
    return known.map(\.text)
  }
}

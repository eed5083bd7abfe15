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
      areClassesExact && isBlocked(state, from: state.profile[.appVersionName], at: decision.question)
    return answer
  }

  /// True if the installed version decides alone, and its classes are all there are.
  private var areClassesExact: Bool {
    devices.space.place(of: .appVersionCode) == nil && devices.space.limit == nil
      && devices.rules.allSatisfy { $0.limit == nil }
  }

  /// True if the device sees a force or an exit with every version that is not lower than the installed one.
  ///
  /// Each class is asked that may have such a version: by the conditions that compare versions, it lies at the installed
  /// version, at a higher bound, or above one. The others decide as `2.*` does, whatever a version's order.
  private func isBlocked(_ state: InstallationState, from installed: ExactString?, at question: Question) -> Bool {
    guard let place = devices.space.place(of: .appVersionName) else { return true }
    let conditions = devices.space.conditions(of: .appVersionName)
    let compared = conditions.indices.filter { conditions[$0].isAboutVersions }
    let own = installed.flatMap { AppVersion($0.string) }
    guard let points = Self.points(from: own, among: conditions.distinctBounds) else { return false }
    let values = [PropertyValue(installed)] + points.map { PropertyValue(ExactString($0)) }
    let answers = Set(values.map { value in compared.map { conditions[$0].isMet(by: value) } })
    return devices.space.properties[place].classes.allSatisfy { known in
      if zip(conditions, known.met).contains(where: { $0.isMetByBlankAlone && $1 }) { return true }
      // Each class may have a version that is not lower than none.
      if own != nil, !answers.contains(compared.map { known.met[$0] }) { return true }
      // A device without a version has the class of some versions, which one of these stands for.
      let version =
        known.value.raw?.string
        ?? points.first { text in
          conditions.map { $0.isMet(by: PropertyValue(ExactString(text))) } == known.met
        }
      guard let version, AnalysisWork.spend(stepsOfDecision) else { return false }
      return state.decision(withVersion: version, at: question).prompt?.kind.isBlocking ?? false
    }
  }

  /// The bounds that are not lower than a version, and a version above each, below the next one; nil where a bound has
  /// no such version.
  private static func points(from own: AppVersion?, among bounds: [String]) -> [String]? {
    let higher = sorted(bounds, from: own)
    let versions = higher.map { AppVersion($0) }
    var points = higher
    for (index, bound) in higher.enumerated() {
      let above = bound.prefix { !"+(".contains($0) } + ".0.0.0.0.0.0.1"
      guard let version = AppVersion(String(above)), let this = versions[index], version > this else { return nil }
      if index + 1 < versions.count, let next = versions[index + 1], version >= next, next > this { return nil }
      points.append(String(above))
    }
    return points
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
    let usual =
      [installed?.string].compactMap(\.self) + bounds + bounds.compactMap(UsualDevices.next) + releases
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

import Herald
import HeraldFormats

/// Values of properties, other than the device's own values: one of each class that some rules tell apart.
struct CandidateValues: Sendable {
  /// The values of a property, the likeliest first; nil for a property that is left out.
  let byProperty: [ExactString: [ExactString?]]
  /// True if values were left out, because of too many conditions or too much work.
  let isCutShort: Bool

  /// The most conditions on a property. More are never written by hand; the rest is ignored.
  private static let mostConditions = 200
  /// The steps in which devices are told apart, so that a hostile document takes a fraction of a second.
  private static let mostWork = 200_000

  /// - Parameter rules: the rules of the policy that the search is about.
  init(_ rules: [Rule], under policy: Policy?, on profile: Profile) {
    let usual = Self.usual(rules, under: policy)
    let (conditions, areAll) = Self.conditions(of: rules, under: policy)
    let bounds = Dictionary(grouping: conditions, by: \.property).mapValues(\.distinctBounds)
    let (space, isOver) = AnalysisWork(atMost: Self.mostWork).bounding {
      let space = DeviceSpace(conditions) { property in
        usual[property, default: []] + SampleVersions(around: bounds[property] ?? []).texts
      }
      return (space, AnalysisWork.isOver)
    }
    isCutShort = !areAll || isOver
    var texts = usual
    for known in space.properties {
      texts[known.property, default: []] += known.classes.compactMap { $0.value.raw?.string }
    }
    byProperty = texts.reduce(into: [:]) { values, entry in
      let own = profile[entry.key]
      var seen = Set([own].compactMap(\.self))
      let others = entry.value.map { ExactString($0) }.filter { !$0.isEmpty && seen.insert($0).inserted }
      values[entry.key] = others.map { Optional($0) } + (own == nil ? [] : [nil])
    }
  }

  /// The conditions that are looked at, each once, and the answer whether they are all.
  private static func conditions(of rules: [Rule], under policy: Policy?) -> ([ValueCondition], areAll: Bool) {
    let review = policy?.reviewedDevices ?? []
    let all =
      rules.flatMap { RuleDevices($0, of: policy?.packageName).conditions }
      + review.flatMap { $0.terms.map(\.condition) }
    var keys: [ExactString: Set<String>] = [:]
    var areAll = true
    let kept = all.filter { condition in
      guard keys[condition.property, default: []].insert(condition.key).inserted else { return false }
      let isKept = keys[condition.property, default: []].count <= mostConditions
      if !isKept { areAll = false }
      return isKept
    }
    return (kept, areAll)
  }

  /// Likely values: the versions that rules compare with and those around them, the names of apps, and values that
  /// every search tries.
  private static func usual(_ rules: [Rule], under policy: Policy?) -> [ExactString: [String]] {
    var texts: [ExactString: [String]] = [:]
    for sample in rules.flatMap(\.condition.samples) { texts[sample.property, default: []] += sample.texts }
    let apps = ([policy?.packageName] + rules.map(\.targetPackageName)).compactMap { $0?.string }
    texts[.appPackageName, default: []] += apps
    if case .equal(let versions)? = policy?.reviewVersions {
      texts[.appVersionName, default: []] += versions.flatMap { SampleVersions.texts(around: $0.text.string) }
    }
    texts[.deviceOsName, default: []] += ["android", "ios"]
    texts[.deviceLanguage, default: []] += ["en"]
    texts[.appVersionName, default: []] += ["1.0"]
    return texts
  }
}

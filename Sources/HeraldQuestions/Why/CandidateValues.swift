import Herald
import HeraldFormats

/// Values of properties, other than the device's own values: one of each class that some rules tell apart.
struct CandidateValues: Sendable {
  /// The values of a property, the likeliest first; nil for a property that is left out.
  let byProperty: [ExactString: [ExactString?]]

  /// The most conditions on a property. More are never written by hand; the rest is ignored.
  private static let mostConditions = 200
  /// The steps in which devices are told apart, so that a hostile document takes a fraction of a second.
  private static let mostWork = 200_000

  /// - Parameter rules: the rules of the policy that the search is about.
  init(_ rules: [Rule], under policy: Policy?, on profile: Profile) {
    let usual = Self.usual(rules, under: policy)
    let conditions = Self.conditions(of: rules, under: policy)
    let space = AnalysisWork(atMost: Self.mostWork).bounding {
      DeviceSpace(conditions) { property in
        let bounds = conditions.filter { $0.property == property }.distinctBounds
        return usual[property, default: []] + SampleVersions(around: bounds).texts
      }
    }
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

  private static func conditions(of rules: [Rule], under policy: Policy?) -> [ValueCondition] {
    let review = policy.map { DocumentDevices.review($0) } ?? []
    let all =
      rules.flatMap { RuleDevices($0, of: policy?.packageName).conditions }
      + review.flatMap { $0.terms.map(\.condition) }
    var counts: [ExactString: Int] = [:]
    return all.filter { condition in
      counts[condition.property, default: 0] += 1
      return counts[condition.property, default: 0] <= mostConditions
    }
  }

  /// Likely values: the versions that rules compare with and those around them, the names of apps, and values that every
  /// search tries.
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

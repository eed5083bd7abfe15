import Herald

/// Values of properties on which the tests of some rules can differ, other than the device's own values.
struct PropertySamples: Sendable {
  private(set) var byProperty: [ExactString: [ExactString?]] = [:]

  /// Limit of parts. More are never written by hand; the rest is ignored.
  private static let partLimit = 200

  /// - Parameter rules: the rules of the policy that the search is about.
  init(_ rules: [Rule], under policy: Policy?, on profile: Profile) {
    var texts: [ExactString: [String]] = [:]
    var parts: [ExactString: [Filter.Part]] = [:]
    let samples = rules.flatMap { rule in RuleTest.allCases.flatMap { $0.samples(for: rule) } }
    for sample in samples {
      texts[sample.property, default: []] += sample.texts
      parts[sample.property, default: []] += sample.parts
    }
    if let reviewed = policy?.reviewVersions?.filter { parts[reviewed.property, default: []] += reviewed.parts }
    texts[.appPackageName, default: []].insert(contentsOf: policy?.packageName.map { [$0.string] } ?? [], at: 0)
    if let reviewed = policy?.reviewVersions?.versions {
      texts[.appVersionName, default: []] += reviewed.flatMap(SampleVersions.texts(around:))
    }
    for property in Set(texts.keys).union(parts.keys).union([.deviceOsName, .appVersionName, .deviceLanguage]) {
      let asked = parts[property, default: []].prefix(Self.partLimit)
      let all = texts[property, default: []] + SampleTexts.texts(for: Array(asked)) + Self.usual[property, default: []]
      var seen = Set([profile[property]].compactMap(\.self))
      let values = all.map { ExactString($0) }.filter { !$0.isEmpty && seen.insert($0).inserted }
      byProperty[property] = values.map { Optional($0) } + (profile[property] == nil ? [] : [nil])
    }
  }

  /// Values for properties that every search tries.
  private static let usual: [ExactString: [String]] = [
    .deviceOsName: ["android", "ios"], .deviceLanguage: ["en"], .appVersionName: ["1.0"],
  ]
}

extension ReviewedVersions {
  fileprivate var filter: Filter? {
    if case .matching(let filter) = self { filter } else { nil }
  }

  fileprivate var versions: [String] {
    if case .equal(let versions) = self { versions.map(\.text.string) } else { [] }
  }
}

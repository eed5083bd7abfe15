/// Values of a device's properties on which some rules can differ, other than those that the device gave.
struct PropertySamples: Sendable {
  private(set) var byProperty: [ExactString: [ExactString?]] = [:]

  /// More parts of filters than this are not written by hand, and are not looked at.
  private static let partLimit = 200

  /// - Parameter rules: those that are decided among, of a policy.
  init(_ rules: [Rule], under policy: Policy?, on profile: Profile) {
    var texts: [ExactString: [String]] = [:]
    var parts: [ExactString: [Filter.Part]] = [:]
    for filter in rules.flatMap(\.filters) + (policy?.reviewVersions?.filter.map { [$0] } ?? []) {
      parts[filter.property, default: []] += filter.parts
    }
    for rule in rules {
      for (property, values) in rule.texts { texts[property, default: []] += values }
    }
    texts[.appPackageName, default: []].insert(contentsOf: policy?.packageName.map { [$0.string] } ?? [], at: 0)
    if let reviewed = policy?.reviewVersions?.versions {
      texts[.appVersionName, default: []] += reviewed.flatMap(Self.versions(around:))
    }
    for property in Set(texts.keys).union(parts.keys).union([.deviceOsName, .appVersionName, .deviceLanguage]) {
      let asked = parts[property, default: []].prefix(Self.partLimit)
      let all = texts[property, default: []] + SampleTexts.texts(for: Array(asked)) + Self.usual[property, default: []]
      var seen = Set([profile[property]].compactMap(\.self))
      let values = all.map { ExactString($0) }.filter { !$0.isEmpty && seen.insert($0).inserted }
      byProperty[property] = values.map { Optional($0) } + (profile[property] == nil ? [] : [nil])
    }
  }

  /// What a property is where nothing that is asked says so.
  private static let usual: [ExactString: [String]] = [
    .deviceOsName: ["android", "ios"], .deviceLanguage: ["en"], .appVersionName: ["1.0"],
  ]

  /// Versions around one, and around what remains of it without its last numbers: 2.6, 2.7, … and 1 for 2.7.
  static func versions(around text: String) -> [String] {
    let numbers = text.normalized.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    let pieces = numbers.split(separator: UInt8(ascii: "."))
    let shorter = pieces.indices.dropFirst().reversed().map { end in
      pieces[..<end].map { String(Substring($0)) }.joined(separator: ".")
    }
    return ([text.normalized] + shorter).flatMap { SampleVersions(around: [$0]).texts }
  }
}

extension Rule {
  /// Values, by property, on which the rule's tests other than its filters can differ.
  fileprivate var texts: [(ExactString, [String])] {
    var texts: [(ExactString, [String])] = [(.deviceLanguage, languages)]
    if let targetPackageName {
      texts.append((.appPackageName, [targetPackageName.string]))
      if kind == .message { texts.append((ExactString("installed.\(targetPackageName)"), ["true"])) }
    }
    func around(_ version: PublishedVersion) -> (ExactString, [String]) {
      (.appVersionName, PropertySamples.versions(around: version.text.string))
    }
    switch condition {
    case .none, .never: break
    case .below(let target, let code):
      if let target { texts.append(around(target)) }
      if let code { texts.append((.appVersionCode, PropertySamples.versions(around: String(code)))) }
    case .older(let version, _), .equal(let version), .lower(_, let version): texts.append(around(version))
    case .bundleNumber(let bound):
      let numbers = BundleNumber.versions(around: bound)
      texts += [(.appVersionCode, numbers), (.appVersionName, numbers)]
    }
    return texts
  }

  /// Languages that have a text, and one that falls back.
  private var languages: [String] {
    descriptions.entries.map(\.tag).filter { $0 != "*" && !$0.isEmpty } + ["zz"]
  }
}

extension ReviewedVersions {
  fileprivate var filter: Filter? {
    if case .matching(let filter) = self { filter } else { nil }
  }

  fileprivate var versions: [String] {
    if case .equal(let versions) = self { versions.map(\.text.string) } else { [] }
  }
}

extension BundleNumber {
  /// The highest bundle versions of one, two and three numbers whose number is below a bound, and the lowest of all.
  fileprivate static func versions(around bound: BundleNumberBound) -> [String] {
    var (versions, beginning) = ([String](), "")
    for numbers in [0...99, 0...9, 0...9] {
      guard
        let highest = numbers.last(where: { BundleNumber(beginning + String($0)).map(bound.isAbove) ?? false })
      else { break }
      versions.append(beginning + String(highest))
      beginning += "\(highest)."
    }
    return versions.reversed() + ["99.9.9", "0d0"]
  }
}

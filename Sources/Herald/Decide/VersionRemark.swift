/// A way in which versions compare that a reader would not expect from their numbers.
public enum VersionRemark: Hashable, Sendable {
  /// All numbers are equal, and a pre-release comes before its release.
  case preRelease(String, before: String)
  /// All numbers are equal, and both are pre-releases.
  case preReleases
  /// Both are one version: build metadata, or a number in parentheses, is ignored.
  case ignoredPart

  /// - Parameters:
  ///   - installed: the version that was found, as it was written.
  ///   - bound: the version that it is compared with, as it was written.
  init?(_ installed: String, _ bound: String) {
    guard let left = AppVersion(installed), let right = AppVersion(bound), left.firstDifference(from: right) == nil
    else { return nil }
    if left == right {
      let texts = [installed.normalized, bound.normalized]
      guard !texts[0].utf8.elementsEqual(texts[1].utf8), texts.contains(where: AppVersion.hasIgnoredPart) else {
        return nil
      }
      self = .ignoredPart
    } else {
      switch (left.isPreRelease, right.isPreRelease) {
      case (true, false): self = .preRelease(installed, before: bound)
      case (false, true): self = .preRelease(bound, before: installed)
      case (true, true): self = .preReleases
      case (false, false): return nil
      }
    }
  }

  /// The remark in words, as a clause.
  package var words: String {
    switch self {
    case .preRelease(let lower, let release):
      "`\(lower.shown)` is a pre-release, which comes before \(release.shown)"
    case .preReleases: "both are pre-releases of one version, which are compared by what follows `-`"
    case .ignoredPart: "what follows `+`, and a number in parentheses, is not compared"
    }
  }
}

extension Filter.Part {
  /// A remark on a comparison of versions; nil for any other part.
  func remark(on value: PropertyValue) -> VersionRemark? {
    guard let operand, value.version != nil else { return nil }
    return VersionRemark(value.raw?.string ?? "", operand)
  }
}

extension Filter {
  /// A remark on the comparison that decided, or on the first one where none did; nil without one.
  func remark(on value: PropertyValue, _ verdict: (matches: Bool, decidedBy: Part?)) -> VersionRemark? {
    verdict.decidedBy.map { $0.remark(on: value) } ?? parts.lazy.compactMap { $0.remark(on: value) }.first
  }
}

extension Comparison {
  /// A comparison of an installed version.
  init(
    _ installed: PropertyValue, of property: ExactString, wanted: String, bound: String, passed: Bool, key: String
  ) {
    self.init(
      property.string, found: installed.raw?.string, wanted: wanted, passed: passed, key: key, basis: .launch,
      incomparable: installed.incomparable(as: property),
      remark: installed.raw.flatMap { VersionRemark($0.string, bound) })
  }
}

package import Herald

/// A comparison of one installed version that no filter can write.
package enum VersionComparison: Sendable {
  /// The version is lower than the one in the store, and neither is a pre-release.
  case olderRelease(than: PublishedVersion)
  /// One number of the version is lower, the numbers before it are equal, and neither is a pre-release.
  case lower(VersionCondition.Number, than: PublishedVersion)
  /// The number of the bundle version is lower.
  case bundleNumber(below: BundleNumberBound)
  /// The device does not have the property. A device with a blank value has it.
  case absent

  /// True if a value meets the comparison. It is asked of the product's own tests.
  func isMet(by value: PropertyValue) -> Bool {
    switch self {
    case .olderRelease(let store): value.version.map { VersionCondition.isOlder($0, than: store, .leftOut) } ?? false
    case .lower(let number, let store): value.version.map { VersionCondition.isLower($0, number, than: store) } ?? false
    case .bundleNumber(let bound):
      value.raw.flatMap { BundleNumber($0.string) }.map { bound.isAbove($0) } ?? false
    case .absent: value.raw == nil
    }
  }

  /// True if values that are normalized alike may differ, because one of them has white space around it.
  var readsRawText: Bool {
    switch self {
    case .olderRelease, .lower: false
    case .bundleNumber, .absent: true
    }
  }

  /// The comparison in words, such as `a bundle number below 16809984`.
  var words: String {
    switch self {
    case .olderRelease(let store): "<\(store.text), and no pre-release"
    case .lower(.first, let store): "a first number lower than that of \(store.text), and no pre-release"
    case .lower(.second, let store):
      "the first number of \(store.text), a lower second one, and no pre-release"
    case .bundleNumber(let bound): "a bundle number below \(bound.text)"
    case .absent: "none"
    }
  }

  /// The versions at which the answer changes, as people write them.
  var bounds: [String] {
    switch self {
    case .olderRelease(let store): [store.text.string]
    case .lower(_, let store): [end, store.text.string].compactMap(\.self)
    case .bundleNumber: [end].compactMap(\.self)
    case .absent: []
    }
  }

  /// The lowest version that is above all versions which meet the comparison; nil where there is none.
  var end: String? {
    switch self {
    case .olderRelease(let store): store.text.string
    case .lower(let number, let store):
      // A missing number is 0.
      (store.text.string.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".") + ["0", "0"])
        .prefix(number == .first ? 1 : 2).joined(separator: ".") + (number == .first ? ".0" : "")
    case .bundleNumber(let bound): BundleNumber.lowestVersion(notBelow: bound)
    case .absent: nil
    }
  }

  /// The machine whose states tell apart all texts that the comparison does; none for ``absent``, which no text is.
  var machines: [any TextMachine]? {
    switch self {
    case .olderRelease(let store), .lower(_, let store):
      VersionMachine(bound: store.text.string.normalized, tellsPreReleases: true).map { [$0] }
    case .bundleNumber(let bound): [BundleNumberMachine(bound: bound)]
    case .absent: []
    }
  }
}

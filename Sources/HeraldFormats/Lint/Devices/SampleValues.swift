import Herald

/// Values of one property such that whatever is asked of it differs on them, if it differs at all: the bounds of
/// comparisons and what lies between them, the texts to equal, texts that fit the wildcards, and something else.
struct SampleValues: Sendable {
  /// The likeliest first; empty where there is too much to look at.
  let values: [PropertyValue]
  /// Whether every value there is behaves like one of these. Wildcards other than `*` leave a doubt.
  let isComplete: Bool

  /// Longer or more numerous parts are not written by hand, and are not looked at.
  private static let limits = (parts: LintedFilter.partLimit, length: 10_000)

  init(of property: ExactString, for demands: [Demand], packageName: ExactString?) {
    if property == .appPackageName, let packageName {
      values = [PropertyValue(packageName)]
      isComplete = true
      return
    }
    let parts = demands.flatMap(\.parts)
    guard parts.count <= Self.limits.parts, parts.allSatisfy({ $0.text.utf8.count <= Self.limits.length }) else {
      values = []
      isComplete = false
      return
    }
    isComplete = !parts.contains { $0.isWildcard && $0.body != "*" }
    var seen: Set<ExactString> = []
    let texts =
      SampleTexts.texts(for: parts, usual: KnownProperties.usualValues(of: property)) + demands.flatMap(\.languages) + [
        "other", "",
      ]
    values = texts.map { ExactString($0) }.filter { seen.insert($0).inserted }
      .map { PropertyValue($0.isEmpty ? nil : $0) }
  }
}

extension Demand {
  var parts: [Filter.Part] {
    if case .filter(let filter) = self { filter.parts } else { [] }
  }

  /// Languages on which texts can differ.
  fileprivate var languages: [String] {
    guard case .text(let descriptions) = self else { return [] }
    return descriptions.entries.map(\.tag).filter { $0 != "*" }.flatMap { [$0, $0 + "-zz"] }
  }
}

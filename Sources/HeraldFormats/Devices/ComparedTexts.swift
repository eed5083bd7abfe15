import Herald

/// A value of each class that comparisons of versions and single texts tell apart.
///
/// Versions have one order, so a few stand for all: each bound, a version between two neighbours, and one on each side
/// of all. A text that no condition names is like any other such text.
enum ComparedTexts {
  /// The values; nil for conditions of another form: wildcards, languages and sizes of changes.
  static func all(of conditions: [ValueCondition]) -> [String]? {
    guard conditions.allSatisfy(\.comparesAlone) else { return nil }
    let named = conditions.flatMap(\.named)
    let known = Set(named)
    let versions = SampleVersions(around: conditions.distinctBounds).texts
    // A version that is named as a text has other spellings, which are not that text.
    let respelled = versions.filter(known.contains).compactMap { spelling(of: $0, outside: known) }
    let other = (1...known.count + 1).lazy.map { String(repeating: "x", count: $0) }.first { !known.contains($0) }
    return versions + respelled + named + [other, ""].compactMap(\.self)
  }

  /// The same version with zeros in front, so that no condition names its text.
  private static func spelling(of version: String, outside known: Set<String>) -> String? {
    let sign = version.hasPrefix("-") ? "-" : ""
    return (1...known.count + 1).lazy
      .map { sign + String(repeating: "0", count: $0) + version.dropFirst(sign.count) }.first { !known.contains($0) }
  }
}

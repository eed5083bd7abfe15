import HeraldQuestions

@testable import Herald

/// A condition of `--where`, a filter with a value, a version or a wildcard.
enum FuzzedCondition {
  static func read(_ form: UInt8, _ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    // The first line and the rest, where a pattern comes with a value.
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (first, second) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    switch form % 4 {
    case 0: try readCondition(text)
    case 1: try readFilter(first, second)
    case 2: try readVersions(first, second)
    default: try readWildcard(first, second)
    }
  }

  private static let state: InstallationState = {
    var state = InstallationState()
    let time = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
    state.apply(
      Fact(revision: 1, time: time, data: .appLaunched(AppLaunched(profile: Profile([("appVersionName", "2.1")])))))
    return state
  }()

  private static func readCondition(_ text: String) throws {
    let condition: Condition
    do throws(ConditionFault) { condition = try Condition(text) } catch {
      guard (1...text.unicodeScalars.count + 1).contains(error.column), !error.what.isEmpty, !error.fix.isEmpty else {
        throw Disagreement("a fault without a place: \(error)")
      }
      return
    }
    let holds = condition.holds(in: state, decision: nil)
    try agree(Condition.not(condition).holds(in: state, decision: nil), !holds, "a condition and its opposite")
    // Where it stands between parentheses, or is said twice, it is the same, unless it is too long for that.
    if let twice = try? Condition("(\(text)) or (\(text))") {
      try agree(twice.holds(in: state, decision: nil), holds, "a condition, and the same or the same")
      try agree(twice.paths, condition.paths, "the values of a condition")
    }
    for path in condition.paths {
      guard let again = try? Condition("\(path) != null") else { throw Disagreement("a path is not read: \(path)") }
      try agree(again.paths, [path], "a path, written and read")
    }
  }

  private static func readFilter(_ text: String, _ value: String) throws {
    let filter = Filter(property: "appVersionName", text: text)
    let read = PropertyValue(ExactString(value))
    let verdict = filter.verdict(on: read)
    let including = filter.parts.filter { !$0.excludes }
    let isExcluded = filter.parts.contains { $0.excludes && $0.pattern.matches(read) }
    let isIncluded = including.isEmpty || including.contains { $0.pattern.matches(read) }
    try agree(verdict.matches, isIncluded && !isExcluded, "a filter and its parts")
    // White space and case make no difference.
    try agree(
      Filter(property: "a", text: " \(text)\t").verdict(on: PropertyValue(ExactString(" \(value) "))).matches,
      verdict.matches, "a filter with white space")
    if !value.isEmpty {
      let exact = Filter(property: "a", equalTo: value, isExact: true)
      if !exact.verdict(on: read).matches { throw Disagreement("a value does not equal itself: \(value)") }
    }
  }

  private static func readVersions(_ left: String, _ right: String) throws {
    guard let one = AppVersion(left), let other = AppVersion(right) else { return }
    try agree(one < other, other > one, "two versions, turned round")
    try agree([one < other, one == other, one > other].count { $0 }, 1, "the order of two versions")
  }

  private static func readWildcard(_ pattern: String, _ value: String) throws {
    let (pattern, value) = (Array(pattern.unicodeScalars), Array(value.unicodeScalars))
    if pattern.count * value.count > 1 << 16 { return }
    try agree(Wildcard(pattern).matches(value), means(pattern, value), "a wildcard and its definition")
  }

  /// The meaning of a wildcard, computed by the table of all beginnings: a star is nothing, or one scalar and a star.
  private static func means(_ pattern: [Unicode.Scalar], _ value: [Unicode.Scalar]) -> Bool {
    var matches = [true] + [Bool](repeating: false, count: value.count)
    for scalar in pattern {
      var next = [scalar == "*" && matches[0]]
      for index in value.indices {
        let isOne = matches[index] && (scalar == "?" || scalar == value[index])
        next.append(scalar == "*" ? matches[index + 1] || next[index] : isOne)
      }
      matches = next
    }
    return matches[value.count]
  }
}

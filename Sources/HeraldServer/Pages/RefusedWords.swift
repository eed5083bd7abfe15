import Herald

/// Sentences about what was refused, for the pages of an installation, of refused lines and of all installations.
enum RefusedWords {
  /// The span of time in which something came.
  static func span(_ first: Timestamp, _ last: Timestamp) -> String {
    let (first, last) = (DeviceTime(moment: first).minute, DeviceTime(moment: last).minute)
    return first == last ? "at \(first)" : "from \(first) to \(last)"
  }

  /// A number and a noun.
  static func count(_ number: Int, _ noun: String) -> String { "\(number.grouped) \(noun)\(number == 1 ? "" : "s")" }

  /// The loss that a policy is; empty for none.
  static func policies(_ policies: Int, of events: Int) -> String {
    switch policies {
    case 0: ""
    case events: events == 1 ? "it brought a policy" : "each brought a policy"
    default: "\(policies.grouped) of them brought a policy"
    }
  }

  /// The types of events, and whether they brought policies; empty for unknown ones.
  static func lost(_ types: some Collection<String>, policies: Int, of events: Int) -> String {
    let words = [types.joined(separator: ", "), Self.policies(policies, of: events)].filter { !$0.isEmpty }
    return words.joined(separator: "; ")
  }

  /// A sentence on forks or gaps of an installation.
  ///
  /// - Parameter head: the last revision that the server has of it; nil for none.
  static func sentence(_ refusal: Refusal, head: Int?) -> String {
    let requests = count(refusal.times, "request")
    let events = count(refusal.events, "event")
    let lost = lost(refusal.types.sorted(), policies: refusal.policies, of: refusal.events)
    let when = span(refusal.first, refusal.last)
    switch refusal.reason {
    case .fork:
      let place = refusal.revision.map { "revision \($0.grouped)" } ?? "its id"
      return
        "\(requests) with \(events) refused as a fork (\(refusal.reason.rawValue)), \(when): \(place) is here with other "
        + "content, as after a backup was restored on a phone. What the other phone sent is not here: \(lost)."
    case .gap:
      let revision = refusal.revision ?? 0
      let place = refusal.revision.map { "revision \($0.grouped) came" } ?? "an event came"
      let expected = refusal.expected.map { " where \($0.grouped) was expected" } ?? ""
      let isHealed = (head ?? 0) >= revision
      return
        "\(requests) with \(events) refused behind a gap (\(refusal.reason.rawValue)), \(when): \(place)\(expected). "
        + (isHealed ? "The events came since." : "They did not come since: \(lost).")
    }
  }

  /// A sentence on lines of an installation that were refused for a reason.
  static func sentence(_ reason: RejectedReason) -> String {
    let lost = lost(reason.types, policies: reason.policies, of: reason.lines)
    let when = reason.first.flatMap { first in reason.last.map { ", \(span(first, $0))" } } ?? ""
    return "\(count(reason.lines, "line")) refused as `\(reason.name)`, came \(times(reason.times))\(when)"
      + (lost.isEmpty ? "." : ": \(lost).")
  }

  static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number.grouped) times" }

  /// The values that installations have for a property, the commonest first: `all app 3.2.1`.
  static func values(_ name: String, _ values: [String]) -> String {
    let known = values.filter { !$0.isEmpty }
    let counts = Dictionary(grouping: known) { $0 }.mapValues(\.count).sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    guard let first = counts.first else { return "" }
    if counts.count == 1, first.value > 1, known.count == values.count { return "all \(name) \(first.key)" }
    if counts.count == 1 { return "\(name) \(first.key)" }
    let listed = counts.prefix(mostValues).map { "\($0.key) (\($0.value.grouped))" }.joined(separator: ", ")
    return "\(name) \(listed)" + (counts.count > mostValues ? " and others" : "")
  }

  private static let mostValues = 4
}

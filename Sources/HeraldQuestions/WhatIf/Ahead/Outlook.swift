package import Herald
import HeraldFormats

/// The time that a what-if looks ahead to: from the log's end to the horizon.
///
/// The log's end is the newest of the installations' last events whose clock is not off. One phone whose clock stands in
/// the year 2100 would put it there for all others.
package struct Outlook: Sendable {
  /// The log's end.
  package let from: Timestamp
  /// The horizon.
  package let until: Timestamp
  /// The ids of the document's rules, in its order.
  let rules: [ExactString]
  /// Installations without an event since then are not asked; nil to ask all.
  let activeSince: Timestamp?
  private let end: EndOfLog
  /// The number of installations without an event in the last 30 days before the log's end, whose clock is not off.
  let silent: Int

  /// The longest look ahead: 366 days.
  package static let longest = 366 * LengthOfTime.day
  /// The shortest look ahead where nobody chose one: 30 days.
  static let shortest = 30 * LengthOfTime.day

  /// Nil where no installation has an event.
  ///
  /// - Parameters:
  ///   - lasts: the installations' last events.
  ///   - receipts: the arrival of each installation's last event, by the clock of a server; of those that it knows.
  ///   - ahead: the horizon in milliseconds behind the log's end; nil for the document's own dates.
  ///   - activeWithin: the milliseconds before the log's end in which an installation must have had an event; nil for
  ///     any.
  ///   - policy: the policy that is tried, as a fetch brings it with the app's house rules; nil where the document is
  ///     none.
  init?(
    _ lasts: [LastEvents.Last], receipts: [ExactString: Timestamp] = [:], ahead: Int64?, activeWithin: Int64?,
    under policy: (LastEvents.Fetch) -> Policy?
  ) {
    guard let logEnd = EndOfLog(lasts.map { ($0.source, $0.time.moment) }, receipts: receipts) else { return nil }
    let right = lasts.filter { !logEnd.isOff($0.source, last: $0.time.moment) }
    let end = logEnd.time
    silent = right.count { logEnd.isSilent($0.time.moment, for: EndOfLog.usualSilence) }
    let since = activeWithin.map { Timestamp(milliseconds: end.milliseconds - $0) }
    let asked = right.filter { last in since.map { last.time.moment >= $0 } ?? true }
    self.end = logEnd
    from = end
    activeSince = since
    // A rule without a destination is left out, which a store's page of the fetch may be. So the longest one has all.
    let policies = Set(asked.map(\.fetch) + [LastEvents.Fetch()]).compactMap(policy)
    rules = policies.max { $0.rules.count < $1.rules.count }?.rules.map(\.id) ?? []
    let length = ahead ?? Self.length(from: end, policies, westernmost: asked.map(\.time.offsetMinutes).min() ?? 0)
    until = min(Timestamp(milliseconds: end.milliseconds + min(length, Self.longest)), Timestamp.range.upperBound)
  }

  private static func length(from end: Timestamp, _ policies: [Policy], westernmost offset: Int) -> Int64 {
    guard let last = policies.compactMap({ $0.lastDate(offsetMinutes: offset) }).max() else { return shortest }
    return max(shortest, min(longest, last.milliseconds - end.milliseconds))
  }

  /// The part that an installation has in the look ahead.
  enum Part: Sendable {
    case asked, clockOff, inactive
  }

  func part(of source: ExactString, last: Timestamp) -> Part {
    if end.isOff(source, last: last) { return .clockOff }
    return activeSince.map { last < $0 } ?? false ? .inactive : .asked
  }
}

/// The limits, holdout and quiet hours that a document sets for all its rules together, so that no user is asked too
/// often or at the wrong time.
public final class Attention: Sendable {
  /// Limits on the showings of all prompts together.
  public let caps: [FrequencyCap]
  /// Limits on the showings of some rules together, by the group's name.
  public let groups: [ExactString: [FrequencyCap]]
  /// The budgets of the groups that have limits, by the group's name.
  let groupBudgets: [ExactString: Budget]
  /// The installations that see no optional prompts, to compare the others with; nil for none.
  public let holdout: Holdout?
  /// The time of day at which nothing optional is shown; nil for none.
  public let quietHours: QuietHours?

  /// The places of the settings in the document, by JSON pointer, such as `/quietHours` and
  /// `/groups/news/frequencyCaps/0`.
  package let places: [String: DocumentPlace]

  /// Names the limits; every default sets none.
  ///
  /// - Parameter members: the ids of each group's rules.
  public convenience init(
    caps: [FrequencyCap] = [], groups: [ExactString: [FrequencyCap]] = [:],
    members: [ExactString: Set<ExactString>] = [:], holdout: Holdout? = nil, quietHours: QuietHours? = nil
  ) {
    self.init(caps: caps, groups: groups, members: members, holdout: holdout, quietHours: quietHours, places: [:])
  }

  /// Names the limits and their places.
  package init(
    caps: [FrequencyCap], groups: [ExactString: [FrequencyCap]], members: [ExactString: Set<ExactString>] = [:],
    holdout: Holdout?, quietHours: QuietHours?, places: [String: DocumentPlace]
  ) {
    self.places = places
    self.caps = caps
    self.groups = groups
    groupBudgets = Dictionary(
      uniqueKeysWithValues: groups.lazy.filter { !$1.isEmpty }.map { group, caps in
        (group, Budget(group: group, caps: caps, rules: members[group] ?? []))
      })
    self.holdout = holdout
    self.quietHours = quietHours
  }

  /// True if nothing is set.
  public var isEmpty: Bool { caps.isEmpty && groups.isEmpty && holdout == nil && quietHours == nil }

  /// The same limits for other rules.
  package func over(_ rules: [Rule]) -> Attention {
    var members: [ExactString: Set<ExactString>] = [:]
    for rule in rules { for group in rule.pacing.groups { members[group, default: []].insert(rule.id) } }
    return Attention(
      caps: caps, groups: groups, members: members, holdout: holdout, quietHours: quietHours, places: places)
  }
}

/// A share of the installations that sees no optional prompts, so that the others can be compared with it.
public struct Holdout: Hashable, Sendable {
  /// The name, from which each installation draws its place.
  public let id: ExactString
  /// The share in hundredths of a percent, 0 to 10,000.
  public let share: Int

  /// Names a share.
  public init(id: ExactString, share: Int) {
    self.id = id
    self.share = share
  }
}

/// A time of day on the device's clock, over midnight where it ends before it begins.
public struct QuietHours: Hashable, Sendable {
  /// The first minute of the day, 0 to 1439.
  public let from: Int
  /// The first minute that is not quiet any more, 0 to 1439; not equal to ``from``.
  public let to: Int

  /// Makes quiet hours; nil for minutes that are equal or out of range.
  public init?(from: Int, to: Int) {
    guard from != to, (0..<1440).contains(from), (0..<1440).contains(to) else { return nil }
    self.from = from
    self.to = to
  }

  /// The length in milliseconds.
  package var length: Int64 { Int64(to > from ? to - from : to - from + 1440) * 60_000 }

  /// True if a device's clock shows a quiet time.
  package func contain(_ now: DeviceTime) -> Bool {
    let time = (now.wallClock % LengthOfTime.day + LengthOfTime.day) % LengthOfTime.day
    let (from, to) = (Int64(from) * 60_000, Int64(to) * 60_000)
    return from < to ? from <= time && time < to : time >= from || time < to
  }

  /// The beginnings and ends on the days of some moments, and on the days after.
  func instants(around moments: [Timestamp], offsetMinutes: Int) -> [Timestamp] {
    let offset = Int64(offsetMinutes) * 60_000
    let days = Set(
      moments.map { moment in
        let clock = moment.milliseconds + offset
        return (clock >= 0 ? clock : clock - (LengthOfTime.day - 1)) / LengthOfTime.day
      })
    return days.flatMap { day in
      [day, day + 1].flatMap { day in
        [from, to].map { Timestamp(milliseconds: day * LengthOfTime.day + Int64($0) * 60_000 - offset) }
      }
    }
  }

  /// A minute of the day as `22:00`.
  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// Such as `22:00 to 07:00`.
  public var words: String { "\(Self.clock(from)) to \(Self.clock(to))" }
}

/// The most showings within any span of a length.
public struct FrequencyCap: Hashable, Sendable {
  /// The most showings, 1 to 32.
  public let count: Int
  /// The length of the span in milliseconds, at least 1.
  public let period: Int64

  /// Makes a cap.
  public init(count: Int, period: Int64) {
    self.count = count
    self.period = period
  }

  /// The cap as `at most 2 in 24 h`.
  package var words: String { "at most \(count) in \(LengthOfTime.words(period))" }
}

/// Limits on the showings of several rules together.
package struct Budget: Sendable {
  /// The group whose rules share the limits; nil for all prompts.
  package let group: ExactString?
  /// The limits.
  package let caps: [FrequencyCap]
  /// The ids of the rules whose showings count; nil for all, including rules that an earlier policy had.
  package let rules: Set<ExactString>?

  /// The limited prompts in words, such as `the group news`.
  package var prompts: String { group.map { "the group \($0)" } ?? "all prompts" }

  /// The JSON pointer of its limits in the document.
  var key: String { (group.map { "/groups/\(JSONPointer.token($0.string))" } ?? "") + "/frequencyCaps" }

  /// True if a rule's showings count.
  package func counts(_ rule: ExactString) -> Bool { rules?.contains(rule) ?? true }
}

extension Attention {
  /// The budgets that limit a rule: the budget of all prompts, then the budgets of its groups. Each has at least one
  /// limit.
  package func budgets(of rule: Rule?) -> [Budget] {
    let all = caps.isEmpty ? [] : [Budget(group: nil, caps: caps, rules: nil)]
    return all + (rule?.pacing.groups ?? []).compactMap { groupBudgets[$0] }
  }
}

package import Herald

/// The sums of a look ahead over all installations.
package struct AheadTotals: Sendable {
  /// The time that is looked ahead to.
  package let outlook: Outlook
  /// The number of installations that were asked.
  package private(set) var questioned = 0
  /// The number of installations whose clocks are off. They are in no other number.
  package private(set) var clocksOff = 0
  /// The number of installations that were silent for too long to be asked.
  package private(set) var inactive = 0
  /// The number of installations that see an optional prompt whose deadline has still to begin.
  package private(set) var notStarted = 0
  /// Installations that are forced ahead, and were not right behind their own last event.
  package private(set) var forced = 0
  /// The same of installations that are locked out.
  package private(set) var lockedOut = 0
  /// The number of installations that are forced at the log's end.
  private(set) var forcedNow = 0
  /// By day, what begins and ends: see ``days``.
  private var changes: [Counts]
  private var rules: [ExactString: RuleAhead] = [:]
  private let firstDay: Int64

  /// Installations by what they see.
  package struct Counts: Hashable, Sendable {
    private var numbers = SIMD4<Int>()

    package fileprivate(set) subscript(sight: CountedSight) -> Int {
      get { numbers[sight.rawValue] }
      set { numbers[sight.rawValue] = newValue }
    }

    fileprivate static func += (left: inout Self, right: Self) { left.numbers &+= right.numbers }
  }

  /// A way in which an installation is counted, by what it sees. Who is locked out is forced, too.
  package enum CountedSight: Int, CaseIterable, Sendable {
    case forced, optional, messages, lockedOut

    fileprivate func counts(_ sight: InstallationAhead.Sight) -> Bool {
      switch self {
      case .forced: sight.kind.isBlocking
      case .optional: sight.kind == .optional
      case .messages: sight.kind == .message
      case .lockedOut: sight.isLockedOut
      }
    }
  }

  /// One day, with the installations that were so at some moment of it.
  package struct Day: Hashable, Sendable {
    /// The day in UTC, counted from 1970-01-01.
    package let day: Int64
    package let counts: Counts
  }

  /// A rule that nobody sees at the log's end, and somebody later.
  package struct Beginning: Hashable, Sendable {
    package let rule: ExactString
    /// The first moment at which somebody sees it.
    package let time: Timestamp
    /// The number of installations that see it by the horizon.
    package let installations: Int
  }

  private struct RuleAhead: Sendable {
    var isSeenNow = false
    var first: Timestamp
    var installations = 0
  }

  init(within outlook: Outlook) {
    self.outlook = outlook
    firstDay = DeviceTime(moment: outlook.from).dayInUTC
    let last = DeviceTime(moment: outlook.until).dayInUTC
    changes = Array(repeating: Counts(), count: Int(last - firstDay) + 2)
  }

  /// Counts one installation.
  mutating func record(_ part: AheadPart) {
    switch part {
    case .clockOff: clocksOff += 1
    case .inactive: inactive += 1
    case .asked(let ahead): record(ahead)
    }
  }

  private mutating func record(_ ahead: InstallationAhead) {
    questioned += 1
    notStarted += ahead.isNotStarted ? 1 : 0
    forced += ahead.isForced ? 1 : 0
    lockedOut += ahead.isLockedOut ? 1 : 0
    forcedNow += ahead.stretches.first?.sight?.kind.isBlocking == true ? 1 : 0
    for sight in CountedSight.allCases { record(ahead.stretches, as: sight) }
    var seen: Set<ExactString> = []
    for (index, stretch) in ahead.stretches.enumerated() {
      guard let rule = stretch.sight?.rule, seen.insert(rule).inserted else { continue }
      var own = rules[rule] ?? RuleAhead(first: stretch.from)
      own.isSeenNow = own.isSeenNow || index == 0
      own.first = min(own.first, stretch.from)
      own.installations += 1
      rules[rule] = own
    }
  }

  /// Counts the days on which an installation is so. Each day counts once, however often the answer changes on it.
  private mutating func record(
    _ stretches: [InstallationAhead.Stretch], as counted: CountedSight
  ) {
    var next = 0
    for (index, stretch) in stretches.enumerated() where stretch.sight.map(counted.counts) ?? false {
      let isLast = index + 1 == stretches.count
      let end = isLast ? outlook.until : Timestamp(milliseconds: stretches[index + 1].from.milliseconds - 1)
      let first = max(next, place(of: stretch.from))
      let last = place(of: end)
      guard first <= last else { continue }
      changes[first][counted] += 1
      changes[last + 1][counted] -= 1
      next = last + 1
    }
  }

  private func place(of time: Timestamp) -> Int {
    min(max(0, Int(DeviceTime(moment: time).dayInUTC - firstDay)), changes.count - 2)
  }

  /// The days from the log's end to the horizon.
  package var allDays: [Day] {
    var sum = Counts()
    return changes.dropLast().enumerated().map { index, change in
      sum += change
      return Day(day: firstDay + Int64(index), counts: sum)
    }
  }

  /// The first day, and each day that differs from the one before.
  package var days: [Day] {
    var days: [Day] = []
    for day in allDays where day.counts != days.last?.counts { days.append(day) }
    return days
  }

  /// The rules that begin, by time, and then in the document's order.
  package var beginnings: [Beginning] {
    let places = Dictionary(outlook.rules.enumerated().map { ($1, $0) }) { first, _ in first }
    return rules.filter { !$0.value.isSeenNow }
      .map { Beginning(rule: $0.key, time: $0.value.first, installations: $0.value.installations) }
      .sorted {
        ($0.time, places[$0.rule] ?? .max, $0.rule) < ($1.time, places[$1.rule] ?? .max, $1.rule)
      }
  }
}

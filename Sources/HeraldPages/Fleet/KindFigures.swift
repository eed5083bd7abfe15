import HeraldQuestions
import Herald

/// The results of one kind of prompt.
struct KindFigures {
  private(set) var days = DayCounts()
  private(set) var shown = 0
  private(set) var accepted = 0
  /// Showings that were accepted, with a change of version afterwards.
  private(set) var acceptedAndUpdated = 0
  /// Showings with a change of version afterwards, whatever the answer was.
  private(set) var updated = 0
  /// The first showings of rules by the time to the next change of version, in the bins of ``lengths``.
  private(set) var times = [Int](repeating: 0, count: Self.lengths.count)
  /// Changes of version that the device's clock puts before the showing.
  private(set) var backwards = 0

  /// The bins of times, each with its upper limit in hours; the last has no limit.
  static let lengths: [(name: String, hours: Double)] = [
    ("1 h", 1), ("1 day", 24), ("3 days", 72), ("1 week", 168), ("2 weeks", 336), ("4 weeks", 672),
    ("more", .infinity),
  ]

  mutating func add(_ row: PromptRow) {
    days.add(1, on: row.shownAt.day)
    shown += 1
    let isAccepted = row.isAccepted
    if isAccepted { accepted += 1 }
    guard row.nextVersion != nil else { return }
    updated += 1
    if isAccepted { acceptedAndUpdated += 1 }
    guard row.number == 1, let at = row.updatedAt else { return }
    let hours = at.hours(since: row.shownAt.moment)
    if hours < 0 { return backwards += 1 }
    if let place = Self.lengths.firstIndex(where: { hours <= $0.hours }) { times[place] += 1 }
  }

  /// - Throws: ``FigureLimitReached``.
  mutating func add(_ other: KindFigures) throws(FigureLimitReached) {
    try days.add(other.days)
    shown += other.shown
    accepted += other.accepted
    acceptedAndUpdated += other.acceptedAndUpdated
    updated += other.updated
    times = zip(times, other.times).map(+)
    backwards += other.backwards
  }

  /// The bin of the median update; nil without updates.
  var half: String? {
    let all = times.reduce(0, +)
    guard all > 0 else { return nil }
    var sum = 0
    for (place, count) in times.enumerated() {
      sum += count
      if 2 * sum >= all { return Self.lengths[place].name }
    }
    return nil
  }
}

/// Counts by day. The number of days is limited, because clocks that are far off must not fill the memory.
struct DayCounts {
  private(set) var counts: [Int: Int] = [:]
  /// The sum over the days that came after the first ``mostDays``.
  private(set) var beyond = 0
  private static let mostDays = 10_000

  mutating func add(_ count: Int, on day: Int) {
    if counts[day] == nil, counts.count >= Self.mostDays { return beyond += count }
    counts[day, default: 0] += count
  }

  /// - Throws: ``FigureLimitReached``.
  mutating func add(_ other: DayCounts) throws(FigureLimitReached) {
    counts.merge(other.counts, uniquingKeysWith: +)
    // From then on a day may be beyond, in either.
    if max(counts.count, other.counts.count) >= Self.mostDays { throw FigureLimitReached() }
  }
}

/// Counts the prompts that a user sees on one day.
struct UserDayFigures {
  /// The days with a decision, added up over installations.
  var active = 0
  /// The days with one prompt, with two, …; the last element counts the days with five or more.
  private(set) var withPrompts = [Int](repeating: 0, count: 5)
  private(set) var prompts = 0
  private(set) var most = 0

  mutating func add(prompts count: Int) {
    withPrompts[min(count, withPrompts.count) - 1] += 1
    prompts += count
    most = max(most, count)
  }

  mutating func add(_ other: UserDayFigures) {
    active += other.active
    withPrompts = zip(withPrompts, other.withPrompts).map(+)
    prompts += other.prompts
    most = max(most, other.most)
  }

  /// The days without a prompt, with one, with two, ….
  var distribution: [Int] { [max(0, active - withPrompts.reduce(0, +))] + withPrompts }
  var days: Int { distribution.reduce(0, +) }
}

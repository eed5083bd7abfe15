import Herald

/// The results of one kind of prompt.
struct KindFigures {
  private(set) var days = DayCounts()
  private(set) var shown = 0
  private(set) var accepted = 0
  /// Accepted, and the app's version changed afterwards.
  private(set) var acceptedAndUpdated = 0
  /// The app's version changed afterwards, whatever was answered.
  private(set) var updated = 0
  /// From a rule's first showing to the next change of version, by ``lengths``.
  private(set) var times = [Int](repeating: 0, count: Self.lengths.count)
  /// Changes of version that the device's clock puts before the showing.
  private(set) var backwards = 0

  /// The lengths of time that are told apart, each to its end in hours; the last has none.
  static let lengths: [(name: String, hours: Double)] = [
    ("1 h", 1), ("1 day", 24), ("3 days", 72), ("1 week", 168), ("2 weeks", 336), ("4 weeks", 672),
    ("more", .infinity),
  ]

  mutating func add(_ row: PromptRow) {
    days.add(1, on: row.shownAt.day)
    shown += 1
    let isAccepted = row.isAccepted == true
    if isAccepted { accepted += 1 }
    guard row.nextVersion != nil else { return }
    updated += 1
    if isAccepted { acceptedAndUpdated += 1 }
    guard row.number == 1, let at = row.updatedAt else { return }
    let hours = at.hours(since: row.shownAt.moment)
    if hours < 0 { return backwards += 1 }
    if let place = Self.lengths.firstIndex(where: { hours <= $0.hours }) { times[place] += 1 }
  }

  /// Within which length half of the updates came; nil where none did.
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

/// Counts by day, of no more days than a life has: clocks that are far off must not fill the memory.
struct DayCounts {
  private(set) var counts: [Int: Int] = [:]
  /// What came when there were too many days already.
  private(set) var beyond = 0
  private static let mostDays = 10_000

  mutating func add(_ count: Int, on day: Int) {
    if counts[day] == nil, counts.count >= Self.mostDays { return beyond += count }
    counts[day, default: 0] += count
  }
}

/// How many prompts users saw on a day.
struct UserDayFigures {
  /// Days on which an installation asked, added up over installations.
  var active = 0
  /// Days with one prompt, two, …; the last is that many or more.
  private(set) var withPrompts = [Int](repeating: 0, count: 5)
  private(set) var prompts = 0
  private(set) var most = 0

  mutating func add(prompts count: Int) {
    withPrompts[min(count, withPrompts.count) - 1] += 1
    prompts += count
    most = max(most, count)
  }

  /// Days without a prompt, with one, two, ….
  var distribution: [Int] { [max(0, active - withPrompts.reduce(0, +))] + withPrompts }
  var days: Int { distribution.reduce(0, +) }
}

import Herald
import HeraldQuestions

/// A fleet's figures, added up from the rows of its tables without keeping a row.
struct FleetFigures: TableSink {
  /// The tables whose rows it adds up.
  static let tables: Set<AnalysisTable> = [.decisions, .prompts, .updates, .rules, .installations]

  private(set) var installations = 0
  private(set) var events = 0
  /// The installations whose app version is missing or not a version, by their last state.
  private(set) var notComparable = 0
  private(set) var clocksOff = ClocksOff()
  private(set) var decisions = 0
  private(set) var kinds: [PromptKind: KindFigures] = [:]
  private(set) var endings: [DecisionReason: Int] = [:]
  private(set) var rules: [ExactString: RuleFigures] = [:]
  private(set) var causes: [UpdateRow.Cause: Int] = [:]
  private(set) var adoption = AdoptionFigures()
  private(set) var userDays = UserDayFigures()
  private(set) var worth = NotableInstallations()
  /// The data of installations that have not ended.
  private var pending: [ExactString: PendingInstallation] = [:]

  mutating func append<Row: TableRow>(_ row: Row) {
    switch row {
    case let row as DecisionRow: append(row)
    case let row as PromptRow: append(row)
    case let row as UpdateRow: append(row)
    case let row as RuleRow: rules[row.rule, default: RuleFigures()].add(row)
    case let row as InstallationRow: append(row)
    default: break
    }
  }

  private mutating func append(_ row: DecisionRow) {
    decisions += 1
    if row.decision.reason != .shown, row.decision.reason != .noRule {
      endings[row.decision.reason, default: 0] += 1
    }
    let source = row.decision.question.source
    if pending[source, default: PendingInstallation()].isNewDay(row.decision.question.now.day) { userDays.active += 1 }
  }

  private mutating func append(_ row: PromptRow) {
    kinds[row.showing.kind, default: KindFigures()].add(row)
    if let prompts = pending[row.source, default: PendingInstallation()].record(row) { userDays.add(prompts: prompts) }
  }

  private mutating func append(_ row: UpdateRow) {
    causes[row.cause, default: 0] += 1
    adoption.changed(from: row.from, to: row.to, on: row.time.moment.day)
    if pending[row.source]?.firstVersion == nil {
      pending[row.source, default: PendingInstallation()].firstVersion = .some(row.from)
    }
  }

  private mutating func append(_ row: InstallationRow) {
    installations += 1
    events += row.totals.events
    notComparable += row.state.incomparableVersion == nil ? 0 : 1
    clocksOff.add(row.source, in: row.state)
    let past = pending.removeValue(forKey: row.source) ?? PendingInstallation()
    if past.promptsThatDay > 0 { userDays.add(prompts: past.promptsThatDay) }
    if let first = row.totals.firstEventAt, row.state.counts.launches > 0 {
      adoption.began(with: past.firstVersion ?? row.state[.appVersionName], on: first.day)
    }
    worth.record(row, past)
  }

  /// Adds the figures of other installations that have ended.
  ///
  /// - Throws: ``FigureLimitReached``.
  mutating func add(_ other: FleetFigures) throws(FigureLimitReached) {
    installations += other.installations
    events += other.events
    notComparable += other.notComparable
    clocksOff.add(other.clocksOff)
    decisions += other.decisions
    for (kind, figures) in other.kinds { try kinds[kind, default: KindFigures()].add(figures) }
    endings.merge(other.endings, uniquingKeysWith: +)
    causes.merge(other.causes, uniquingKeysWith: +)
    try adoption.add(other.adoption)
    userDays.add(other.userDays)
    worth.add(other.worth)
  }

  /// The kinds that were shown, the most demanding first.
  var shownKinds: [(kind: PromptKind, figures: KindFigures)] {
    PromptKind.allCases.compactMap { kind in kinds[kind].map { (kind, $0) } }
  }
}

/// The data of one installation until it ends.
struct PendingInstallation {
  private var activeDay: Int?
  private var promptDay: Int?
  private(set) var promptsThatDay = 0
  private(set) var unjustified = 0
  /// The blocking showings since the last change of version, and the rule of the last one.
  private(set) var blocking = 0
  private(set) var blockedBy: ExactString?
  /// The version of the first launch, known as soon as the version changed. The outer nil stands for unknown, the inner one
  /// for a launch without a version.
  var firstVersion: ExactString??

  /// Returns true if the day differs from the day of the last call.
  mutating func isNewDay(_ day: Int) -> Bool {
    defer { activeDay = day }
    return activeDay != day
  }

  /// Counts a showing. Returns the showings of the day before, when that day is over.
  mutating func record(_ row: PromptRow) -> Int? {
    if row.verdict == .unjustified { unjustified += 1 }
    if row.showing.kind.isBlocking, row.nextVersion == nil {
      blocking += 1
      blockedBy = row.showing.rule
    }
    let day = row.shownAt.day
    defer { promptDay = day }
    if promptDay == day {
      promptsThatDay += 1
      return nil
    }
    defer { promptsThatDay = 1 }
    return promptsThatDay > 0 ? promptsThatDay : nil
  }
}

/// The results of one rule, over all documents that contain it.
struct RuleFigures {
  private(set) var lookedAt = 0
  private(set) var shown = 0
  /// The decisions in which the rule failed each test, in the order of the tests.
  private(set) var blocked = [Int](repeating: 0, count: RuleTest.allCases.count)

  mutating func add(_ row: RuleRow) {
    lookedAt += row.lookedAt
    shown += row.shown
    for place in blocked.indices { blocked[place] += row.blocked[place] }
  }
}

extension Timestamp {
  /// Days since 1970-01-01 in UTC.
  var day: Int { Int((Double(milliseconds) / 86_400_000).rounded(.down)) }
}

extension DeviceTime {
  /// The day on the device's clock, since 1970-01-01.
  var day: Int { Timestamp(milliseconds: wallClock).day }
}

/// The days of a chart over time, in bins of a day, a week or more.
struct DayBins {
  let first: Int
  let size: Int
  let count: Int

  /// Covers all days with counts. Where they span more than 400 days, it leaves out half a percent of the counts at each
  /// end, because a clock that is decades off would squeeze the rest into a line.
  init(covering all: [DayCounts]) {
    var days: [Int: Int] = [:]
    for counts in all { days.merge(counts.counts.mapValues { abs($0) }) { $0 + $1 } }
    let sorted = days.sorted { $0.key < $1.key }
    var (low, high) = (sorted.first?.key ?? 0, sorted.last?.key ?? 0)
    if high - low > 400 {
      let few = days.values.reduce(0, +) / 200
      low = Self.day(after: few, of: sorted) ?? low
      high = Self.day(after: few, of: sorted.reversed()) ?? high
    }
    let span = high - low + 1
    size = span <= 62 ? 1 : span <= 434 ? 7 : max(30, (span + 119) / 120)
    first = low
    count = (span + size - 1) / size
  }

  private static func day(after few: Int, of days: some Sequence<(key: Int, value: Int)>) -> Int? {
    var sum = 0
    for (day, count) in days {
      sum += count
      if sum > few { return day }
    }
    return nil
  }

  var all: Range<Int> { 0..<count }

  /// The length of a bin in words: `day`, `week`, `30 days`.
  var word: String { size == 1 ? "day" : size == 7 ? "week" : "\(size) days" }

  /// The first day of a bin, as a date.
  func date(of bin: Int) -> String { Self.date(ofDay: first + bin * size) }

  /// The days of a bin, since 1970-01-01.
  func days(of bin: Int) -> ClosedRange<Int> { first + bin * size...first + (bin + 1) * size - 1 }

  var lastDate: String { Self.date(ofDay: first + count * size - 1) }

  static func date(ofDay day: Int) -> String {
    String(Timestamp(milliseconds: Int64(day) * 86_400_000).description.prefix(10))
  }

  /// The sum of each bin, and the sum outside of all bins.
  func sums(_ days: DayCounts) -> (bins: [Int], outside: Int) {
    var (bins, outside) = ([Int](repeating: 0, count: count), days.beyond)
    for (day, value) in days.counts {
      let bin = day < first ? -1 : (day - first) / size
      if all.contains(bin) { bins[bin] += value } else { outside += value }
    }
    return (bins, outside)
  }

  /// The running total at each bin's end, including the changes before the first bin.
  func running(_ days: DayCounts) -> [Int] {
    var sum = days.counts.filter { $0.key < first }.values.reduce(0, +)
    let after = days.counts.filter { $0.key >= first + count * size }.values.reduce(0, +)
    var result = sums(days).bins.map { change in
      sum += change
      return sum
    }
    // The last total includes later changes and those without a day: they happened, although the chart has no bin for them.
    if let last = result.indices.last { result[last] += after + days.beyond }
    return result
  }
}

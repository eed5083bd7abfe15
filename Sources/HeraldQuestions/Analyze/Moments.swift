import Herald
import HeraldFormats

/// The moments that stand for all others: one in each cell between the instants that a document names, for the instant
/// and for the wall clock.
struct Moments {
  let all: [DeviceTime]
  /// The reason why there may be others, as a clause; nil if these stand for all.
  let limit: String?

  /// The time of a document that names none: noon of a Thursday, so that no night or weekend decides by accident.
  private static let usual = Timestamp(milliseconds: 1_767_268_800_000)
  private static let most = 20_000
  /// The most steps for offsets, so that work is left for the rules.
  private static let mostSteps = 500_000

  /// - Parameters:
  ///   - rules: the rules of one document or several.
  ///   - others: further dates that tell moments apart.
  ///   - start: the earliest moment; nil for all time.
  init(of rules: [Rule], and others: [WindowDate] = [], from start: Timestamp?) {
    let dates = rules.flatMap(\.dates) + others
    // Where all dates are of one sort, another offset moves all of them together or none.
    let hasInstant = start != nil || dates.contains { $0.isInstant }
    let isMixed = hasInstant && dates.contains { !$0.isInstant }
    let hasClock = rules.contains { $0.readsClock } && (!dates.isEmpty && hasInstant)
    let offsets = isMixed || hasClock ? [0, 840, -720] : [0]
    var all: [DeviceTime] = []
    var steps = 0
    for offset in offsets { all += Self.moments(of: rules, others, offset, start) }
    if isMixed || hasClock {
      // Another offset may put dates of the two sorts in another order, and dates on another side of hours and days.
      let tests = MomentTests(of: rules, and: others)
      let instants = rules.flatMap { $0.instants(0) } + others.map { $0.moment(offsetMinutes: 0) }
      let bounds = Set(instants + [start].compactMap(\.self))
      var seen: Set<[Int]> = []
      for moment in all where AnalysisWork.spend(1 + rules.count / 4) { seen.insert(tests.reading(of: moment)) }
      let offsets = Self.offsets(between: bounds) + (hasClock ? Self.offsets(of: bounds, to: rules) : [])
      for offset in Set(offsets).sorted() {
        let hours = hasClock ? 9 * Self.minutes(of: rules).count : 1
        let step = (instants.count + 1) * (rules.count + 1) * hours / (hasClock ? 4 : 1)
        steps += step
        guard steps <= Self.mostSteps, AnalysisWork.spend(step) else { break }
        all += Self.moments(of: rules, others, offset, start).filter { seen.insert(tests.reading(of: $0)).inserted }
      }
    }
    self.all = Array(all.prefix(Self.most))
    if all.count > Self.most {
      limit = "the document's dates and hours make more than \(Self.most.grouped) cases"
    } else {
      limit =
        AnalysisWork.limit
        ?? (steps > Self.mostSteps ? "hours and dates of the document meet at more offsets than are tried" : nil)
    }
  }

  private static func moments(
    of rules: [Rule], _ others: [WindowDate], _ offset: Int, _ start: Timestamp?
  ) -> [DeviceTime] {
    let instants = Set(rules.flatMap { $0.instants(offset) } + others.map { $0.moment(offsetMinutes: offset) })
    var bounds = instants.filter { instant in start.map { instant > $0 } ?? true }.sorted()
    let before = bounds.first.flatMap { $0.later(by: -LengthOfTime.day) } ?? usual
    bounds.insert(start ?? before, at: 0)
    // The last cell has no end, so a moment that looks natural stands for it.
    if let last = bounds.last.flatMap({ $0.later(by: LengthOfTime.day) }), bounds.count > 1 { bounds.append(last) }
    let times = bounds.filter(Timestamp.range.contains).map { DeviceTime(moment: $0, offsetMinutes: offset) }
    guard rules.contains(where: \.readsClock) else { return times }
    let minutes = Self.minutes(of: rules)
    var all: [DeviceTime] = []
    // More of them than are looked at would only fill the memory.
    for time in times where all.count <= most { all += [time] + Self.hours(minutes.sorted(), after: time) }
    return all
  }

  /// The minutes of a day that quiet hours and weekdays tell apart, and noon.
  private static func minutes(of rules: [Rule]) -> Set<Int64> {
    let hours = rules.flatMap { [$0.pacing.attention?.quietHours, $0.pacing.quietHours] }.compactMap(\.self)
    return Set([0, 12 * 60] + hours.flatMap { [Int64($0.from), Int64($0.to)] })
  }

  /// Offsets at which the wall clock at a date with an offset comes to another side of an hour: one for each side.
  private static func offsets(of bounds: Set<Timestamp>, to rules: [Rule]) -> [Int] {
    let minutes = minutes(of: rules)
    let edges = bounds.flatMap { bound -> [Int64] in
      let ofDay = (bound.milliseconds % LengthOfTime.day + LengthOfTime.day) % LengthOfTime.day / 60_000
      return minutes.flatMap { edge in (-2...2).map { edge - ofDay + $0 * 24 * 60 } }
    }
    return Self.around(edges)
  }

  /// A moment in each hour and on each day that quiet hours or weekdays tell apart, within eight days.
  private static func hours(_ minutes: [Int64], after time: DeviceTime) -> [DeviceTime] {
    let midnight = time.moment.milliseconds - (time.wallClock % LengthOfTime.day + LengthOfTime.day) % LengthOfTime.day
    return (0...8).flatMap { day in
      minutes.map { Timestamp(milliseconds: midnight + day * LengthOfTime.day + $0 * 60_000) }
    }.filter { $0 > time.moment && Timestamp.range.contains($0) }
      .map { DeviceTime(moment: $0, offsetMinutes: time.offsetMinutes) }
  }

  /// Offsets at which dates with and without one change their order: one for each order that there is.
  private static func offsets(between bounds: Set<Timestamp>) -> [Int] {
    guard AnalysisWork.spend(bounds.count * bounds.count / 32) else { return [] }
    let edges = bounds.flatMap { first in
      bounds.map { ($0.milliseconds - first.milliseconds) / 60_000 }.filter { (-720...840).contains($0) }
    }
    return Self.around(edges)
  }

  /// The offsets at some edges and on both sides of them.
  private static func around(_ edges: [Int64]) -> [Int] {
    let sorted = Set(edges.flatMap { [$0 - 1, $0, $0 + 1] }.filter { (-720...840).contains($0) }).sorted()
    return sorted.map(Int.init).filter { ![0, 840, -720].contains($0) }
  }
}

extension Rule {
  fileprivate var dates: [WindowDate] {
    [displayAfter, displayBefore, releasedAt, phases?.startAt, phases?.pausedAt, pacing.deadline?.at].compactMap(\.self)
  }

  fileprivate var readsClock: Bool {
    pacing.attention?.quietHours != nil || pacing.quietHours != nil || pacing.weekdays != nil
  }

  /// The instants at which a test of time or a deadline begins to answer otherwise.
  fileprivate func instants(_ offset: Int) -> [Timestamp] {
    let end = displayBefore?.moment(offsetMinutes: offset).later(by: 1)
    let age = releasedAt.flatMap { $0.moment(offsetMinutes: offset).later(by: pacing.releasedFor ?? 0) }
    return [displayAfter?.moment(offsetMinutes: offset), end, age, pacing.deadline?.at?.moment(offsetMinutes: offset)]
      .compactMap(\.self) + (phases?.instants(offsetMinutes: offset) ?? [])
  }
}

extension Timestamp {
  /// The moment some milliseconds later; nil where no number holds it.
  func later(by length: Int64) -> Timestamp? {
    let (sum, isOver) = milliseconds.addingReportingOverflow(length)
    return isOver ? nil : Timestamp(milliseconds: sum)
  }
}

import HeraldQuestions
import Herald

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

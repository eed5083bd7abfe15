import Herald

/// The days that a picture over time shows, in bins of a day, a week or more.
struct DayBins {
  let first: Int
  let size: Int
  let count: Int

  /// The days in which all but a few of the prompts and changes happened: a clock that is decades off must not squeeze
  /// the rest into a line.
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

  /// What each bin is called: `day`, `week`, `30 days`.
  var word: String { size == 1 ? "day" : size == 7 ? "week" : "\(size) days" }

  /// The first day of a bin, as a date.
  func date(of bin: Int) -> String { Self.date(ofDay: first + bin * size) }

  var lastDate: String { Self.date(ofDay: first + count * size - 1) }

  static func date(ofDay day: Int) -> String {
    String(Timestamp(milliseconds: Int64(day) * 86_400_000).description.prefix(10))
  }

  /// The sums of the bins, and what lies outside of all.
  func sums(_ days: DayCounts) -> (bins: [Int], outside: Int) {
    var (bins, outside) = ([Int](repeating: 0, count: count), days.beyond)
    for (day, value) in days.counts {
      let bin = day < first ? -1 : (day - first) / size
      if all.contains(bin) { bins[bin] += value } else { outside += value }
    }
    return (bins, outside)
  }

  /// What changes add up to at each bin's end, those before the first bin included.
  func running(_ days: DayCounts) -> [Int] {
    var sum = days.counts.filter { $0.key < first }.values.reduce(0, +)
    let after = days.counts.filter { $0.key >= first + count * size }.values.reduce(0, +)
    var result = sums(days).bins.map { change in
      sum += change
      return sum
    }
    // Whoever changed at a time that the picture does not have has changed all the same.
    if let last = result.indices.last { result[last] += after + days.beyond }
    return result
  }
}

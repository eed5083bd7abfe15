import Herald

/// How many installations came to a version, or left it, on which day.
struct AdoptionFigures {
  private(set) var changes: [ExactString?: DayCounts] = [:]
  private static let mostVersions = 500

  mutating func began(with version: ExactString?, on day: Int) { add(1, to: version, on: day) }

  mutating func changed(from old: ExactString?, to new: ExactString?, on day: Int) {
    add(-1, to: old, on: day)
    add(1, to: new, on: day)
  }

  private mutating func add(_ count: Int, to version: ExactString?, on day: Int) {
    let key = changes[version] == nil && changes.count >= Self.mostVersions ? Self.rest : version
    changes[key, default: DayCounts()].add(count, on: day)
  }

  /// Under which versions go that came when there were too many.
  private static let rest: ExactString? = "other versions"

  struct Curve {
    let version: String
    /// The share of the installations that ran it at the end of each bin, 0 to 1.
    var shares: [Double]
    var installations: Int
  }

  /// A curve for each version, the most used at the end first; versions beyond the first few together.
  func curves(over bins: DayBins, atMost count: Int) -> [Curve] {
    let counts = changes.map { version, days in
      (version: version.map(\.string) ?? "no version", counts: bins.running(days))
    }
    let totals = bins.all.map { place in counts.reduce(0) { $0 + max(0, $1.counts[place]) } }
    let sorted = counts.sorted {
      ($0.counts.last ?? 0, $0.counts.max() ?? 0, $1.version) > ($1.counts.last ?? 0, $1.counts.max() ?? 0, $0.version)
    }
    func curve(_ name: String, _ counts: [Int]) -> Curve {
      Curve(
        version: name, shares: zip(counts, totals).map { $1 == 0 ? 0 : Double(max(0, $0)) / Double($1) },
        installations: max(0, counts.last ?? 0))
    }
    let main = sorted.prefix(sorted.count == count + 1 ? count + 1 : count)
    let rest = sorted.dropFirst(main.count)
    guard !rest.isEmpty else { return main.map { curve($0.version, $0.counts) } }
    let sum = bins.all.map { place in rest.reduce(0) { $0 + max(0, $1.counts[place]) } }
    return main.map { curve($0.version, $0.counts) } + [curve("\(rest.count) others", sum)]
  }
}

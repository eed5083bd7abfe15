import HeraldQuestions
import Herald

/// Counts the installations that came to each version, or left it, by day.
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

  /// - Throws: ``FigureLimitReached``.
  mutating func add(_ other: AdoptionFigures) throws(FigureLimitReached) {
    for (version, days) in other.changes { try changes[version, default: DayCounts()].add(days) }
    // From then on a version may be among the others, in either.
    if max(changes.count, other.changes.count) >= Self.mostVersions { throw FigureLimitReached() }
  }

  /// True where a later version may have been added up with others.
  var isFull: Bool { changes.count >= Self.mostVersions }

  /// Stands for all versions that came after the first ``mostVersions``.
  private static let rest: ExactString? = "other versions"

  struct Curve {
    let version: String
    /// The share of the installations that ran the version at the end of each bin, from 0 to 1.
    var shares: [Double]
    var installations: Int
    /// The versions that it adds up, as the launches gave them; for the rest those that it leaves out.
    var versions: [ExactString?]
    /// True for the curve that adds up the versions without a curve of their own.
    var isRest = false
  }

  /// The curves of the most used versions, ordered by their use at the end, and one curve for all others.
  ///
  /// Groups `2.9.0` and `2.9.1` as `2.9.x`, and then as `2.x`, if that curve would hide too much.
  func curves(over bins: DayBins, atMost count: Int) -> [Curve] {
    let counts = changes.map { version, days in
      Counts(
        version: version.map(\.string) ?? "no version", counts: bins.running(days).map { max(0, $0) },
        versions: [version])
    }
    let totals = bins.all.map { place in counts.reduce(0) { $0 + $1.counts[place] } }
    let candidates = VersionGroup.allCases.map { group in
      Self.curves(Self.grouped(counts, by: group), totals, atMost: count)
    }
    return candidates.first { !$0.contains { $0.isRest && $0.use > 0.2 } } ?? candidates.last ?? []
  }

  /// The installations of a version, or of a group of versions, at the end of each bin.
  private struct Counts {
    let version: String
    var counts: [Int]
    var versions: [ExactString?]
  }

  private static func grouped(_ counts: [Counts], by group: VersionGroup) -> [Counts] {
    var groups: [ExactString: Counts] = [:]
    for own in counts {
      let name = ExactString(group.name(of: own.version))
      guard let before = groups[name] else {
        groups[name] = Counts(version: name.string, counts: own.counts, versions: own.versions)
        continue
      }
      groups[name] = Counts(
        version: name.string, counts: zip(before.counts, own.counts).map(+), versions: before.versions + own.versions)
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func curves(_ counts: [Counts], _ totals: [Int], atMost count: Int) -> [Curve] {
    func curve(_ name: String, _ counts: [Int], _ versions: [ExactString?], isRest: Bool = false) -> Curve {
      Curve(
        version: name, shares: zip(counts, totals).map { $1 == 0 ? 0 : Double($0) / Double($1) },
        installations: counts.last ?? 0, versions: versions.sorted { ($0 ?? "") < ($1 ?? "") }, isRest: isRest)
    }
    let byUse = counts.map { (curve: curve($0.version, $0.counts, $0.versions), counts: $0.counts) }.sorted {
      ($0.curve.use, ExactString($1.curve.version)) > ($1.curve.use, ExactString($0.curve.version))
    }
    let main = byUse.prefix(byUse.count == count + 1 ? count + 1 : count).map(\.curve).sorted {
      ($0.installations, ExactString($1.version)) > ($1.installations, ExactString($0.version))
    }
    let rest = byUse.dropFirst(main.count).map(\.counts)
    guard !rest.isEmpty else { return main }
    let sums = totals.indices.map { place in rest.reduce(0) { $0 + $1[place] } }
    return main + [curve("others", sums, main.flatMap(\.versions), isRest: true)]
  }
}

extension AdoptionFigures.Curve {
  /// Ranks a version: its average share plus its share at the end.
  fileprivate var use: Double {
    shares.reduce(0, +) / Double(max(1, shares.count)) + (shares.last ?? 0)
  }
}

/// The precision of groups of versions.
private enum VersionGroup: Int, CaseIterable {
  case exact, minor, major

  /// The group of a version: `2.9.1`, `2.9.x` or `2.x`. A version that does not begin with numbers is its own group.
  func name(of version: String) -> String {
    if self == .exact { return version }
    let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let wanted = self == .minor ? 2 : 1
    guard parts.count >= wanted,
      parts.prefix(wanted).allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } })
    else { return version }
    return parts.prefix(wanted).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") + ".x"
  }
}

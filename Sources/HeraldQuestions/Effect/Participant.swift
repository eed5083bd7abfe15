import Herald

/// The experiments of one installation, until its stream ends.
final class Participant {
  /// The experiments that it entered, by the place of their tallies.
  private(set) var entrants: [Int: Enrollee] = [:]
  /// The experiments that it did not enter, because none of its launches showed a version to compare with the target.
  private(set) var unreadable: Set<Int> = []
  /// The experiments that it does not enter, because it may have entered before its first event.
  private var leftOut: Set<Int> = []
  private var open = OpenTargets()

  func leaveOut(of places: some Sequence<Int>) { leftOut.formUnion(places) }

  /// True if the installation has entered an experiment, or never will.
  func knows(_ place: Int) -> Bool { entrants[place] != nil || leftOut.contains(place) }

  func cannotRead(_ place: Int) { unreadable.insert(place) }

  func enter(_ place: Int, _ target: UpdateTarget, _ entrant: Enrollee) {
    unreadable.remove(place)
    entrants[place] = entrant
    open.insert(target, place)
  }

  /// Notes a launch in the experiments whose target it is the first to show.
  func launched(_ installed: InstalledVersions, at time: Timestamp) {
    for place in open.reached(by: installed) { entrants[place]?.updated = time }
  }

  /// Notes a showing for the target of an experiment.
  func saw(_ place: Int, at time: Timestamp) {
    if let entrant = entrants[place], entrant.seen == nil { entrants[place]?.seen = time }
  }
}

/// The targets that an installation has not reached, with the places of their tallies.
///
/// The lowest target stands first, so that a launch looks only at those that it reaches. Slices, because they are taken
/// from the front.
private struct OpenTargets {
  private typealias Element = (target: UpdateTarget, place: Int)
  private var names: ArraySlice<Element> = []
  private var codes: ArraySlice<Element> = []

  mutating func insert(_ target: UpdateTarget, _ place: Int) {
    switch target {
    case .version: Self.insert(target, place, into: &names)
    case .versionCode: Self.insert(target, place, into: &codes)
    }
  }

  private static func insert(_ target: UpdateTarget, _ place: Int, into open: inout ArraySlice<Element>) {
    open.insert((target, place), at: open.partitionIndex { $0.target > target })
  }

  /// Removes the targets that a launch reaches, and returns their places.
  mutating func reached(by installed: InstalledVersions) -> [Int] {
    Self.reached(by: installed, in: &names) + Self.reached(by: installed, in: &codes)
  }

  private static func reached(by installed: InstalledVersions, in open: inout ArraySlice<Element>) -> [Int] {
    var places: [Int] = []
    while let first = open.first, first.target.isReached(by: installed) == true {
      places.append(first.place)
      open.removeFirst()
    }
    return places
  }
}

/// The end of a log.
struct LogEnd {
  /// The latest last event of an installation, without those whose clocks seem to be ahead: one clock that is years ahead
  /// would make all others seem to be followed for years.
  ///
  /// Left out are the half percent of installations that are furthest ahead, at least one where there are several, and up
  /// to a tenth that lie behind a gap of more than ``longestGap``.
  let time: Timestamp

  /// 30 days: between the last events of an app's users lies less, unless a clock is wrong.
  private static let longestGap = 30 * LengthOfTime.day

  /// - Parameter ends: the time of each installation's last event, in any order.
  init(_ ends: [Timestamp]) {
    let sorted = ends.sorted()
    let count = sorted.count
    let last = count - (count > 1 ? max(1, count / 200) : 0)
    let first = max(1, count - count / 10)
    let gap = (first..<max(first, last)).first { sorted[$0 - 1].elapsed(until: sorted[$0]) > Self.longestGap }
    time = sorted.prefix(gap ?? last).last ?? .missing
  }
}

extension RandomAccessCollection {
  /// The first index at which a condition holds, of elements for which it holds from some index on; the end where it
  /// holds for none.
  func partitionIndex(where holds: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if holds(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}

package import Herald

/// The experiments of one installation, until its stream ends.
final class Participant {
  /// The experiments that it entered, by the place of their tallies.
  private(set) var entrants: [Int: Enrollee] = [:]
  /// The experiments that it did not enter, because none of its launches showed a version to compare with the target.
  private(set) var unreadable: Set<Int> = []
  /// The experiments that it came to behind missing revisions, among which it may have entered.
  private(set) var behindGap: Set<Int> = []
  /// The experiments that it does not enter, because it may have entered before its first event.
  private var leftOut: Set<Int> = []
  private var open = OpenTargets()

  func leaveOut(of places: some Sequence<Int>) { leftOut.formUnion(places) }

  /// True if the installation has entered an experiment, or never will.
  func knows(_ place: Int) -> Bool { entrants[place] != nil || leftOut.contains(place) || behindGap.contains(place) }

  func cannotRead(_ place: Int) { unreadable.insert(place) }

  func cannotTell(_ place: Int) {
    unreadable.remove(place)
    behindGap.insert(place)
  }

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

/// The targets that an installation has not reached, each with the places of its exposures or showings.
///
/// The lowest target stands first, so that a launch looks only at those that it reaches. Slices, because they are taken
/// from the front.
struct OpenTargets {
  private typealias Element = (target: UpdateTarget, place: Int)
  private var names: ArraySlice<Element> = []
  private var codes: ArraySlice<Element> = []

  var isEmpty: Bool { names.isEmpty && codes.isEmpty }

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

/// The measurable success of a rule: an update, or the reason why a log shows none.
package enum Outcome: Equatable, Sendable {
  case update(UpdateTarget)
  /// A message asks for no update.
  case message
  /// The rule is about another app, whose versions the log does not have.
  case anotherApp
  /// The rule names no version that it leads to.
  case noTarget

  init(_ rule: Rule, in policy: Policy) {
    if rule.kind == .message {
      self = .message
    } else if let target = rule.targetPackageName, let own = policy.packageName, target.trimmed != own.trimmed {
      self = .anotherApp
    } else {
      self = UpdateTarget(rule).map { .update($0) } ?? .noTarget
    }
  }
}

extension Outcome: Comparable {
  /// Targets in their order, and then the reasons for which a rule has none.
  package static func < (left: Self, right: Self) -> Bool {
    if case .update(let left) = left, case .update(let right) = right { return left < right }
    return left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .update: 0
    case .message: 1
    case .anotherApp: 2
    case .noTarget: 3
    }
  }
}

extension ExactString {
  fileprivate var trimmed: ExactString { ExactString(string.trimmed) }
}

extension Outcome {
  /// The word in JSON.
  package var word: StaticString {
    switch self {
    case .update: "update"
    case .message: "message"
    case .anotherApp: "anotherApp"
    case .noTarget: "noTarget"
    }
  }

  /// The reason why nothing can be measured; empty where an update can.
  package var whyNot: String {
    switch self {
    case .update: ""
    case .message: "a message asks for no update"
    case .anotherApp: "the rule is about another app, whose versions are not in the log"
    case .noTarget: "the rule names no version that it leads to"
    }
  }

  /// Advice on what to do instead; empty where an update can be measured.
  package var fix: String {
    switch self {
    case .update: ""
    case .message: "ask about a rule that leads to an update; the tables of `herald export` say who opened a message"
    case .anotherApp: "ask the log of the app that the rule is about, or ask about a rule of this app"
    case .noTarget: "give the rule a `targetVersion` or a `targetVersionCode`, or ask about a rule that has one"
    }
  }
}

/// A rule that is an experiment without an update to measure.
package struct UnmeasuredRule: Sendable {
  package let rule: ExactString
  package let why: Outcome

  /// The rule with the reason.
  package var sentence: String { "\(rule.string.shown): nothing to measure, \(why.whyNot)." }

  /// Writes the rule as one object, with the members of an experiment that a program may look at.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("target", ExactString?.none)
      $0.member("question", ExactString?.none)
      $0.member("verdict", "nothingToMeasure")
      $0.member("why", "\(why.word)")
      $0.member("says", sentence)
      for name: StaticString in ["arms", "comparisons", "cautions"] { $0.member(name, [Int]()) { $0.integer($1) } }
    }
  }
}

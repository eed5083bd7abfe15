import HeraldQuestions
import Herald

/// The installations of a fleet that a person should look at, at most ``mostOfEach`` of each sort.
struct NotableInstallations {
  /// The most installations of each sort.
  static let mostOfEach = 10

  struct Entry {
    let source: ExactString
    let count: Int
    /// The reason to look, such as `4 times, last update:7`.
    let words: String
    /// The properties at the last launch.
    let profile: Profile

    /// The device and the app, so that a list shows what its installations share; empty where neither is known.
    var device: String {
      [profile[.deviceModel]?.string, profile[.appVersionName].map { "app \($0)" }].compactMap(\.self)
        .joined(separator: ", ")
    }
  }
  /// The installations of one sort: those with the highest counts, and the number of all.
  struct Sort {
    private(set) var entries: [Entry] = []
    private(set) var count = 0

    /// Keeps the highest counts. Equal counts are ordered by name, so that the order of installations does not matter.
    mutating func insert(_ entry: Entry) {
      count += 1
      keep(entry)
    }

    /// Adds the installations of another part of the fleet.
    mutating func add(_ other: Sort) {
      count += other.count
      for entry in other.entries { keep(entry) }
    }

    private mutating func keep(_ entry: Entry) {
      let place = entries.firstIndex { ($0.count, entry.source) < (entry.count, $0.source) } ?? entries.count
      guard place < mostOfEach else { return }
      entries.insert(entry, at: place)
      if entries.count > mostOfEach { entries.removeLast() }
    }
  }
  /// Installations with at least ``loop`` blocking showings since the last change of version.
  private(set) var locked = Sort()
  /// Installations that did not show what was decided, or showed what was not.
  private(set) var deviating = Sort()
  /// Installations with prompts that cannot be judged, because revisions are missing.
  private(set) var unknown = Sort()
  /// Installations with buttons of a prompt that was not on the screen.
  private(set) var stray = Sort()
  /// The installations with the most prompts.
  private(set) var prompted = Sort()

  /// The number of blocking showings without an update that make a loop.
  static let loop = 3

  /// Every installation that is listed, once, in the order of the lists.
  var sources: [ExactString] {
    var seen: Set<ExactString> = []
    return [locked, deviating, unknown, stray, prompted].flatMap(\.entries).map(\.source).filter {
      seen.insert($0).inserted
    }
  }

  mutating func add(_ other: NotableInstallations) {
    locked.add(other.locked)
    deviating.add(other.deviating)
    unknown.add(other.unknown)
    stray.add(other.stray)
    prompted.add(other.prompted)
  }

  mutating func record(_ row: InstallationRow, _ past: PendingInstallation) {
    func entry(_ count: Int, _ words: String) -> Entry {
      Entry(source: row.source, count: count, words: words, profile: row.state.profile)
    }
    if past.blocking >= Self.loop {
      let rule = past.blockedBy.map { ", last \($0)" } ?? ""
      let end = row.state.visible?.kind.isBlocking == true ? ", on the screen at the end" : ""
      locked.insert(entry(past.blocking, past.blocking.of("time") + rule + end))
    }
    let (wrong, missed) = (past.unjustified, row.totals.missed)
    if wrong + missed > 0 {
      let parts = [(wrong, "shown"), (missed, "not shown")].filter { $0.0 > 0 }
      deviating.insert(entry(wrong + missed, parts.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")))
    }
    let unknown = row.totals.unknown
    if unknown > 0 { self.unknown.insert(entry(unknown, unknown.of("prompt"))) }
    let buttons = row.state.counts.strayButtons
    if buttons > 0 { stray.insert(entry(buttons, buttons.of("button"))) }
    let showings = row.totals.showings
    if showings > 1 { prompted.insert(entry(showings, showings.of("prompt"))) }
  }
}

import Herald

/// The installations of a fleet that a person should look at, at most ``mostOfEach`` of each sort.
struct WorthALook {
  static let mostOfEach = 5

  struct Entry {
    let source: ExactString
    let count: Int
    /// The last rule that blocked the installation; nil for the other sorts.
    let rule: ExactString?
    let isOpen: Bool
  }
  /// Installations with at least ``loop`` blocking showings since the last change of version.
  private(set) var locked: [Entry] = []
  private(set) var lockedCount = 0
  /// Installations with prompts that no decision asked for.
  private(set) var unjustified: [Entry] = []
  private(set) var unjustifiedCount = 0
  /// The installations with the most prompts.
  private(set) var prompted: [Entry] = []

  /// The number of blocking showings without an update that make a loop.
  static let loop = 3

  mutating func note(_ row: InstallationRow, _ past: PendingInstallation) {
    if past.blocking >= Self.loop {
      lockedCount += 1
      Self.insert(
        Entry(
          source: row.source, count: past.blocking, rule: past.blockedBy,
          isOpen: row.state.visible?.kind.isBlocking == true), into: &locked)
    }
    if past.unjustified > 0 {
      unjustifiedCount += 1
      Self.insert(Entry(source: row.source, count: past.unjustified, rule: nil, isOpen: false), into: &unjustified)
    }
    if row.totals.showings > 1 {
      Self.insert(Entry(source: row.source, count: row.totals.showings, rule: nil, isOpen: false), into: &prompted)
    }
  }

  /// Keeps the highest counts. Equal counts are ordered by name, so that the order of installations does not matter.
  private static func insert(_ entry: Entry, into entries: inout [Entry]) {
    let place = entries.firstIndex { ($0.count, entry.source) < (entry.count, $0.source) } ?? entries.count
    guard place < mostOfEach else { return }
    entries.insert(entry, at: place)
    if entries.count > mostOfEach { entries.removeLast() }
  }
}

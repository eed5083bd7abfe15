import Herald

/// The installations of a fleet that somebody should look at, a few of each sort.
struct WorthALook {
  static let mostOfEach = 5

  struct Entry {
    let source: ExactString
    let count: Int
    /// The rule that holds it, where one does.
    let rule: ExactString?
    let isOpen: Bool
  }
  /// With a force or an exit on the screen again and again, and no other version since.
  private(set) var locked: [Entry] = []
  private(set) var lockedCount = 0
  /// With prompts that no decision asked for.
  private(set) var unjustified: [Entry] = []
  private(set) var unjustifiedCount = 0
  /// With the most prompts.
  private(set) var prompted: [Entry] = []

  /// How often something that cannot be got past must come without an update to be called a loop.
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

  /// The highest counts; of equal ones those whose name comes first, in whatever order installations come.
  private static func insert(_ entry: Entry, into entries: inout [Entry]) {
    let place = entries.firstIndex { ($0.count, entry.source) < (entry.count, $0.source) } ?? entries.count
    guard place < mostOfEach else { return }
    entries.insert(entry, at: place)
    if entries.count > mostOfEach { entries.removeLast() }
  }
}

/// The showings and answers of one rule's prompts.
public struct ShowingRecord: Hashable, Sendable {
  /// The number of showings.
  public package(set) var shown = 0
  /// The time of the last showing; nil before the first.
  public package(set) var lastShown: Timestamp?
  /// The times of up to 31 showings before the last one, oldest first. The last is stored separately, because most
  /// records have one showing and then need no array.
  var earlierShowings: [Timestamp] = []
  /// The version that the rule offered at the last showing, as its document wrote it; nil where it named none.
  public package(set) var target: ExactString?
  /// The time of the first showing for ``target``; nil before the first.
  public package(set) var firstShown: Timestamp?
  /// Number of times the user chose `later` for ``target``.
  public var deferrals: Int { storedDeferrals }
  @Count32 var storedDeferrals: Int
  /// Number of showings for ``target``.
  public var shownForTarget: Int { storedShownForTarget }
  @Count32 var storedShownForTarget: Int
  /// The last button that was chosen: a ``Button``'s word, `vanished`, or another one; nil before the first.
  public package(set) var lastButton: ExactString?
  /// The time of the last answer; nil before the first.
  public package(set) var lastButtonAt: Timestamp?
  /// The version that the user chose to skip, as it was written; nil where the user skipped none.
  public package(set) var skippedVersion: ExactString?

  package init() {}

  /// The times of the last 32 showings, oldest first.
  public var showings: [Timestamp] { lastShown.map { earlierShowings + [$0] } ?? [] }

  /// The most showings whose times a record keeps.
  static let mostShowings = 32

  /// Counts a showing. A newer target begins to count from zero.
  ///
  /// - Parameter rule: the rule that was shown; nil where the policy in force lacks it.
  mutating func show(_ rule: Rule?, at time: Timestamp) {
    if shown == 0 || !(rule?.isSameTarget(as: target) ?? (target == nil)) {
      firstShown = time
      storedDeferrals = 0
      storedShownForTarget = 0
    } else if firstShown.map({ $0 > time }) ?? true {
      firstShown = time
    }
    target = rule?.target
    storedShownForTarget += 1
    if let lastShown {
      if earlierShowings.count == Self.mostShowings - 1 { earlierShowings.removeFirst() }
      earlierShowings.append(lastShown)
    }
    lastShown = time
    shown += 1
  }

  /// The number of showings that a rule counts: all, or only of the version that it offers now.
  func shown(countedBy rule: Rule) -> Int {
    guard rule.pacing.countsTarget else { return shown }
    return rule.isSameTarget(as: target) ? shownForTarget : 0
  }

  /// Limits the times of showings and answers to now after a clock was set back.
  mutating func clamp(to now: Timestamp) {
    if let shown = lastShown, shown > now { lastShown = now }
    if let at = lastButtonAt, at > now { lastButtonAt = now }
    for index in earlierShowings.indices where earlierShowings[index] > now { earlierShowings[index] = now }
  }
}

extension ShowingRecord: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.number("shown", shown)
    writer.time("lastShown", lastShown)
    writer.text("lastButton", lastButton, .word(among: { ButtonChosen.words }))
    writer.time("lastButtonAt", lastButtonAt)
    writer.text("skippedVersion", skippedVersion, .plain)
    writer.times("showings", showings)
    writer.text("target", target, .plain)
    writer.time("firstShown", firstShown)
    writer.number("deferrals", deferrals)
    writer.number("shownForTarget", shownForTarget)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    shown = try reader.number("shown")
    lastShown = try reader.optionalTime("lastShown")
    lastButton = try reader.optionalText("lastButton")
    lastButtonAt = try reader.optionalTime("lastButtonAt")
    skippedVersion = try reader.optionalText("skippedVersion")
    earlierShowings = try reader.times("showings").dropLast()
    target = try reader.optionalText("target")
    firstShown = try reader.optionalTime("firstShown")
    storedDeferrals = try reader.number("deferrals")
    storedShownForTarget = try reader.number("shownForTarget")
  }
}

/// The records by rule id, in the order in which the rules were first shown.
///
/// One installation sees only a few rules, so searching a list takes less memory and time than a dictionary.
public struct ShowingRecords: Hashable, Sendable {
  /// A rule with its record.
  public struct Entry: Hashable, Sendable {
    /// The rule's id.
    public let rule: ExactString
    /// The rule's showings and answers.
    public package(set) var record: ShowingRecord

    package init(rule: ExactString, record: ShowingRecord) {
      self.rule = rule
      self.record = record
    }
  }
  /// The records in the order in which the rules were first shown.
  public private(set) var entries: [Entry] = []

  package init() {}

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The record of a rule; nil for a rule that was never shown.
  public subscript(rule: ExactString) -> ShowingRecord? { index(of: rule).map { entries[$0].record } }

  /// The index of a rule's record in ``entries``; nil for a rule that was never shown.
  ///
  /// - Parameter start: the first index that is searched; the entries before it come last.
  func index(of rule: ExactString, from start: Int = 0) -> Int? {
    for index in start..<entries.count where entries[index].rule == rule { return index }
    for index in 0..<start where entries[index].rule == rule { return index }
    return nil
  }

  /// Changes a rule's record in place, and creates it for the first showing. Inlined with its closure: bench row 3.
  @inline(__always)
  mutating func update(_ rule: ExactString, _ change: (inout ShowingRecord) -> Void) {
    // By index, because iterating would copy each entry.
    for index in entries.indices where entries[index].rule == rule { return change(&entries[index].record) }
    // Grows by one, because there are many installations and each sees few rules.
    if entries.count < 8 { entries.reserveCapacity(entries.count + 1) }
    entries.append(Entry(rule: rule, record: ShowingRecord()))
    change(&entries[entries.count - 1].record)
  }

  /// Limits all times to now after a clock was set back.
  mutating func clamp(to now: Timestamp) {
    for index in entries.indices { entries[index].record.clamp(to: now) }
  }
}

/// What happened to one rule's prompts.
public struct ShowingRecord: Hashable, Sendable {
  public package(set) var shown = 0
  public package(set) var lastShown: Timestamp?
  public package(set) var lastButton: ExactString?
  public package(set) var lastButtonAt: Timestamp?
  /// The version that the user chose to skip, as it was written.
  public package(set) var skippedVersion: ExactString?

  package init() {}
}

extension ShowingRecord: StateObject {
  @inline(__always)
  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.number("shown", shown)
    writer.time("lastShown", lastShown)
    writer.text("lastButton", lastButton, .button)
    writer.time("lastButtonAt", lastButtonAt)
    writer.text("skippedVersion", skippedVersion, .plain)
  }

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    shown = try reader.number("shown")
    lastShown = try reader.optionalTime("lastShown")
    lastButton = try reader.optionalText("lastButton")
    lastButtonAt = try reader.optionalTime("lastButtonAt")
    skippedVersion = try reader.optionalText("skippedVersion")
  }
}

/// The records by rule id, in the order in which the rules were first shown.
///
/// A handful of rules is ever shown to one installation, so a list that is searched is smaller and faster than a
/// dictionary.
public struct ShowingRecords: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let rule: ExactString
    public package(set) var record: ShowingRecord

    package init(rule: ExactString, record: ShowingRecord) {
      self.rule = rule
      self.record = record
    }
  }
  public private(set) var entries: [Entry] = []

  package init() {}

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The record of a rule; nil for one that was never shown.
  public subscript(rule: ExactString) -> ShowingRecord? {
    for index in entries.indices where entries[index].rule == rule { return entries[index].record }
    return nil
  }

  /// Changes a rule's record in place, beginning one where there is none.
  @inline(__always)
  mutating func update(_ rule: ExactString, _ change: (inout ShowingRecord) -> Void) {
    // By index, because a closure would be handed a copy of each entry.
    for index in entries.indices where entries[index].rule == rule { return change(&entries[index].record) }
    var record = ShowingRecord()
    change(&record)
    // Few rules are ever shown to one installation, and installations are many.
    if entries.count < 8 { entries.reserveCapacity(entries.count + 1) }
    entries.append(Entry(rule: rule, record: record))
  }

  /// A clock set back: nothing was shown or answered later than now.
  mutating func clamp(to now: Timestamp) {
    for index in entries.indices {
      if let shown = entries[index].record.lastShown, shown > now { entries[index].record.lastShown = now }
      if let at = entries[index].record.lastButtonAt, at > now { entries[index].record.lastButtonAt = now }
    }
  }
}

package import Herald
package import HeraldLog

/// The events of a replay that are printed. All of them are folded.
package struct ReplaySelection: Sendable {
  /// The first event of each stream that is printed: the one of this revision, or the first that is not earlier than this
  /// time; nil for the stream's first.
  package var from: ReplayLimit?
  /// The types of the events that are printed; empty for all.
  package var types: Set<ExactString>
  /// The installations that came to ``from``.
  private var begun: Set<ExactString> = []
  /// True once an event of any installation was asked about, and once one came to ``from``.
  private var isAsked = false
  private var hasBegun = false
  /// The types of all events that were asked about, as long as ``types`` are wanted.
  private var seen: Set<ExactString> = []
  /// The highest revision that was asked about, and the latest time; nil without one.
  private var lastRevision = 0
  private var lastTime: Timestamp?

  package init(from: ReplayLimit? = nil, types: Set<ExactString> = []) { (self.from, self.types) = (from, types) }

  /// True if all events are printed.
  package var isAll: Bool { from == nil && types.isEmpty }

  /// True if an event is printed. Each event of a stream is asked about, in its order.
  ///
  /// - Throws: ``LedgerError`` where the line of an event of an unknown type cannot be read.
  package mutating func includes(_ moment: borrowing ReplayMoment) throws -> Bool {
    if isAll { return true }
    isAsked = true
    let isBehind = comesTo(moment)
    if isBehind { hasBegun = true }
    if types.isEmpty { return isBehind }
    let type = try moment.type()
    seen.insert(type)
    return isBehind && types.contains(type)
  }

  private mutating func comesTo(_ moment: borrowing ReplayMoment) -> Bool {
    switch from {
    case nil: return true
    case .revision(let first):
      lastRevision = max(lastRevision, moment.revision)
      return moment.revision >= first
    case .time(let time):
      if !moment.time.isMissing { lastTime = max(lastTime ?? moment.time.moment, moment.time.moment) }
      if begun.contains(moment.source) { return true }
      // An event without a time is before every time.
      guard moment.time.moment >= time else { return false }
      begun.insert(moment.source)
      return true
    }
  }
}

extension ReplaySelection {
  /// The warnings after a replay: a beginning behind every event, and types that no event has.
  ///
  /// - Parameter log: the log's name.
  package func findings(of log: LogName) -> [Diagnostic] {
    guard isAsked else { return [] }
    return [beginning(log)].compactMap(\.self) + types.subtracting(seen).sorted().map { unmet($0, log) }
  }

  private func beginning(_ log: LogName) -> Diagnostic? {
    guard let from, !hasBegun else { return nil }
    let (place, end) =
      switch from {
      case .revision(let first): ("revision \(first)", "the last one is \(lastRevision)")
      case .time(let time):
        ("time \(time)", lastTime.map { "the latest event is of \($0)" } ?? "no event has a time")
      }
    return Diagnostic(
      QuestionCode.noPoint, .warning, what: "No event of `\(log)` is at \(place) or later.", file: log.description,
      why: "the replay has nothing to print from there on; \(end)", fix: "give an earlier --from")
  }

  private func unmet(_ type: ExactString, _ log: LogName) -> Diagnostic {
    let known = Set(EventType.allCases.map(\.rawValue)).union(seen.map(\.string))
    let near = Spelling.nearest(to: type.string, among: known.subtracting([type.string]))
    let isKnown = EventType(rawValue: type.string) != nil
    let list = seen.sorted().prefix(Self.mostListed).map { "`\($0)`" }.joined(separator: ", ")
    let more = seen.count > Self.mostListed ? " and \((seen.count - Self.mostListed).grouped) more" : ""
    return Diagnostic(
      QuestionCode.noType, .warning, what: "No event of `\(log)` has the type `\(type)`.", file: log.description,
      why: "the events have \(list)\(more)",
      fix: isKnown
        ? "give a type that the events have"
        : near.map { "did you mean `\($0)`?" }
          ?? "give a type that the events have")
  }

  private static let mostListed = 12
}

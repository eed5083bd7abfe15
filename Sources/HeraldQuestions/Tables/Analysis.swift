package import Herald
package import HeraldLog

/// Makes the rows of a log's tables while the log is replayed. Replay with it, then call ``finish(body:)``.
///
/// It keeps little data of each installation, and drops it with the installation's last event. Each rule and each
/// document has one tally. So memory does not grow with the number of events.
package struct Analysis<Sink: TableSink>: ReplayVisitor {
  /// Receives the rows.
  package var rows: Sink
  let tables: Set<AnalysisTable>
  private let takesEvents: Bool
  private let takesNothingElse: Bool
  private let properties: PropertyColumns
  private let takesDecisions: Bool
  private var folds: [ExactString: InstallationFold] = [:]
  private var last: InstallationFold?
  private var rules = RuleTallies()
  private var documents = DocumentTallies()
  private var lists = KnownConsideredRules()
  /// The revision up to which an earlier update counted an installation's events for events, rules and documents; nil
  /// without one.
  private let counted: ((ExactString) -> Int)?

  /// - Parameters:
  ///   - tables: the tables whose rows are needed. Events cost most, because each line is parsed a second time.
  ///   - rows: receives the rows, including rows of other tables that cost little.
  ///   - properties: the properties that the sink adds as columns.
  package init(_ tables: Set<AnalysisTable>, rows: Sink, properties: PropertyColumns = .none) {
    self.init(tables, rows: rows, properties: properties, counted: nil)
  }

  init(
    _ tables: Set<AnalysisTable>, rows: Sink, properties: PropertyColumns = .none,
    counted: ((ExactString) -> Int)?
  ) {
    self.tables = tables
    self.properties = properties
    takesEvents = tables.contains(.events)
    takesNothingElse = tables == [.events]
    takesDecisions = tables.contains(.decisions)
    self.rows = rows
    self.counted = counted
  }

  /// False if the rows follow from the events alone, so that nothing needs to be folded. Bench row 12: half the time.
  package var needsStates: Bool { !takesNothingElse || !properties.isEmpty }

  /// Reads an event's line only for the table of events: it costs more than folding its fact.
  package mutating func visit(_ moment: inout ReplayMoment) throws {
    // Asked before the properties of the device: they are read from the state after the event, which replaces this one.
    let previous = takesNothingElse ? 0 : moment.before.revision
    if takesEvents, counted.map({ moment.revision > $0(moment.source) }) ?? true {
      let written = try moment.event()
      let device = properties.isEmpty ? Profile.empty : moment.state.profile
      try rows.append(EventRow(written, device: device))
    }
    if takesNothingElse { return }
    let decision = moment.decision
    try add(moment.fact, after: previous, of: moment.source, in: moment.state, decision: decision)
  }

  /// Adds an event to all tables but the table of events.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event.
  ///   - state: after the event.
  ///   - decision: the decision on that state; nil for an event that asks for none.
  package mutating func add(
    _ fact: Fact, after previous: Int, of source: ExactString, in state: InstallationState, decision: Decision?
  ) throws {
    if let decision, takesDecisions {
      try rows.append(DecisionRow(decision, in: state, lookedAt: lists.list(of: decision)))
    }
    let fold = fold(of: source)
    let change = try fold.record(fact, after: previous, in: state, decision: decision, rows: &rows)
    let isCounted = fact.revision > fold.counted
    if let decision { rules.record(decision, under: state.policy, isCounted: isCounted) }
    if let change { rules.record(change, under: state.policy, marks: &fold.marks, isCounted: isCounted) }
    if case .fetchSucceeded(let fetch) = fact.data {
      documents.record(fetch, at: fact.time.moment, in: state, marks: &fold.marks, isCounted: isCounted)
    }
  }

  private mutating func fold(of source: ExactString) -> InstallationFold {
    if let last, last.source == source { return last }
    // A known one is not stored again: in a log of installations that take turns each look into the dictionary counts.
    if let known = folds[source] {
      last = known
      return known
    }
    let new = InstallationFold(source, counted: counted?(source) ?? 0)
    folds[source] = new
    last = new
    return new
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if takesNothingElse { return }
    try fold(of: source).end(in: state, rows: &rows)
    folds[source] = nil
    last = nil
  }

  /// Hands over the counts of rules and documents, and begins new ones.
  package mutating func handOverTallies() -> (rules: RuleTallies, documents: DocumentTallies) {
    defer { (rules, documents) = (RuleTallies(), DocumentTallies()) }
    return (rules, documents)
  }

  /// Adds the counts of other installations.
  package mutating func add(_ tallies: (rules: RuleTallies, documents: DocumentTallies)) {
    rules += tallies.rules
    documents += tallies.documents
  }

  /// Sends the rows of rules and documents, which depend on the whole log.
  ///
  /// - Parameter body: finds a document by its digest; nil where no event brought it.
  /// - Throws: the errors of `body` and of the sink.
  package mutating func finish(body: (ExactString) throws -> String?) throws {
    if tables.contains(.rules) {
      for row in rules.sortedRows { try rows.append(row) }
    }
    if tables.contains(.documents) {
      try documents.eachRow(body: body) { try rows.append($0) }
    }
  }
}

/// Makes the rows of one part of a ledger as bytes. The caller sends the parts in the order of the ledger.
package struct AnalysisPart<Sink: TableSink>: PartialFold {
  fileprivate var analysis: Analysis<Sink>
  fileprivate let kept: KeptRows
  private let finish: (inout Sink) throws -> Void

  fileprivate init(
    _ tables: Set<AnalysisTable>, as form: Sink.Form, properties: PropertyColumns
  ) where Sink: SentRows {
    let kept = KeptRows()
    self.kept = kept
    analysis = Analysis(
      tables, rows: Sink.part(form, of: tables) { table, rows in kept.pieces.append((table, copy rows)) },
      properties: properties)
    finish = { try $0.finish() }
  }

  package mutating func replay(_ part: some ReplayedEvents, with memory: inout Void) throws {
    try part.replay(visitor: &analysis)
    try finish(&analysis.rows)
  }
}

/// The rows of a part in the order in which they were made, tables mixed.
private final class KeptRows {
  var pieces: [(table: AnalysisTable, rows: [UInt8])] = []
}

extension Analysis: ReplayFold where Sink: SentRows {
  package var makePart: @Sendable () -> AnalysisPart<Sink> {
    let (tables, form, properties) = (tables, rows.form, properties)
    return { AnalysisPart(tables, as: form, properties: properties) }
  }

  /// Sends the rows of a part, adds its counts, and leaves it empty.
  package mutating func add(_ part: inout AnalysisPart<Sink>) throws {
    for (table, text) in part.kept.pieces { try rows.send(text, of: table) }
    part.kept.pieces.removeAll(keepingCapacity: true)
    rows.count += part.analysis.rows.count
    part.analysis.rows.count = 0
    add(part.analysis.handOverTallies())
  }
}

import HeraldQuestions
import Herald
package import HeraldLog

/// Adds up a fleet's figures and the effects of its experiments, event by event.
struct FleetFold: ReplayVisitor {
  private(set) var analysis = Analysis(FleetFigures.tables, rows: FleetFigures())
  private(set) var effects = EffectFold()
  var phones = FleetPhones()
  /// The policies in force, and the fetches that fail.
  private(set) var holding = FleetHolding()
  /// The number of installations whose replay has ended.
  private(set) var installations = 0

  var figures: FleetFigures { analysis.rows }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let previous = moment.before.revision
    let visible = moment.before.visible
    let isRepeated = moment.before.isOnScreen(moment.data)
    let decision = moment.decision
    try add(
      moment.fact, after: previous, of: moment.source, in: moment.state, decision: decision, visible: visible,
      isRepeated: isRepeated)
  }

  /// Adds an event, with the state after it and the decision on that.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event.
  ///   - visible: the prompt on the screen before the event.
  ///   - isRepeated: true for a showing that is recorded again.
  mutating func add(
    _ fact: Fact, after previous: Int, of source: ExactString, in state: InstallationState, decision: Decision?,
    visible: VisiblePrompt?, isRepeated: Bool
  ) throws {
    try analysis.add(fact, after: previous, of: source, in: state, decision: decision)
    phones.record(fact, of: source, visible: visible, in: state, decision: decision)
    holding.record(fact, of: source, in: state)
    effects.record(
      fact, after: previous, of: source, in: state, question: decision?.question, isRepeated: isRepeated)
  }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    try effects.began(source, in: state)
    phones.began(source, in: state)
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    installations += 1
    holding.ended(source, in: state)
    try analysis.ended(source, in: state)
    try effects.ended(source, in: state)
    phones.ended(source, in: state)
  }

  /// Adds the figures that depend on the whole log.
  mutating func finish(body: (ExactString) throws -> String?) throws { try analysis.finish(body: body) }

  /// Adds the figures of other installations, whose replay ended too.
  ///
  /// - Throws: ``FigureLimitReached``; the figures are of no use then.
  mutating func add(_ other: inout FleetFold) throws(FigureLimitReached) {
    try analysis.rows.add(other.figures)
    analysis.add(other.analysis.handOverTallies())
    effects += other.effects
    phones.add(other.phones)
    holding.add(other.holding)
    installations += other.installations
  }
}

/// A figure that keeps only what comes first is full. The figures of parts cannot be added up then, because what comes
/// first in a part may not come first in the log.
package struct FigureLimitReached: Error {}

/// The figures of one part of a ledger. Several threads replay parts to make the figures of a fleet.
package struct FleetPart: PartialFold {
  fileprivate var fold = FleetFold()

  package init() {}

  package mutating func replay(_ part: some ReplayedEvents, with memory: inout Void) throws {
    try part.replay(visitor: &fold)
  }
}

extension LogReport: ReplayFold {
  package var makePart: @Sendable () -> FleetPart { { FleetPart() } }

  /// Adds the figures of a part of a ledger with several installations, and leaves the part empty.
  ///
  /// - Throws: ``FigureLimitReached``; the report is of no use then, and one replay makes it.
  package mutating func add(_ part: inout FleetPart) throws {
    defer { part = FleetPart() }
    try addPart(&part.fold)
  }
}

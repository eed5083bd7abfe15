/// Events that can be replayed as often as a question needs: a part of a ledger, or streams of a log.
package protocol ReplayedEvents {
  /// Replays the events.
  func replay<Visitor: ReplayVisitor>(visitor: inout Visitor) throws
}

/// A visitor whose results can be added up, so that several threads may replay parts of a ledger.
///
/// One thread passes every event to the fold itself. Several threads have a ``Part`` each, which keeps its results until
/// the parts before it were added. So the answer does not depend on the number of threads.
package protocol ReplayFold: ReplayVisitor {
  /// Replays one part after the other on a thread.
  associatedtype Part: PartialFold

  /// Makes an empty part. It is called on any thread.
  var makePart: @Sendable () -> Part { get }

  /// Adds the results of the installations that follow, and leaves the part empty for later ones.
  mutating func add(_ part: inout Part) throws

  /// Replays events on one thread, once unless the fold needs several passes.
  mutating func replay(_ events: some ReplayedEvents) throws
}

extension ReplayFold {
  package mutating func replay(_ events: some ReplayedEvents) throws { try events.replay(visitor: &self) }
}

/// Replays one part of a ledger after the other, and keeps the results until they are added.
///
/// The results of a part do not depend on the parts before it.
package protocol PartialFold: SendableMetatype {
  /// What a thread keeps from one part to the next: caches, which change how long a part takes and nothing else.
  associatedtype Memory = Void

  /// The memory of a thread before its first part.
  var memory: Memory { get }

  /// Replays a part, as often as it needs.
  mutating func replay(_ part: some ReplayedEvents, with memory: inout Memory) throws
}

extension PartialFold where Memory == Void {
  package var memory: Void { () }
}

extension PartialFold where Self: ReplayVisitor, Memory == Void {
  package mutating func replay(_ part: some ReplayedEvents, with memory: inout Void) throws {
    try part.replay(visitor: &self)
  }
}

/// A fold whose parts are folds of the same kind, and whose results are added with `+=`.
///
/// A visitor that conforms says how an empty one is made, and how two are added.
package protocol SummedFold: ReplayFold, PartialFold where Part == Self, Memory == Void {
  /// Adds the results of the installations that follow, whose streams have ended.
  static func += (all: inout Self, other: Self)
}

extension SummedFold {
  package mutating func add(_ part: inout Self) {
    self += part
    part = makePart()
  }
}

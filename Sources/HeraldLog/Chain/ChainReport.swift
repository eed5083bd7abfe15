public import Herald

/// The result of recomputing a ledger's chain.
///
/// ```swift
/// let report = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading).auditChain()
/// for found in report.breaks { print(found.kind, found.source, found.revision) }
/// ```
public struct ChainReport: Sendable {
  /// The number of events.
  public var events = 0
  /// The heads of the streams as computed from their events, in the order in which the streams began.
  public var heads: [StreamHead] = []
  /// For each stream the first event that differs from what was appended, and what is missing.
  public var breaks: [ChainBreak] = []
  /// The number of events whose lines were replaced by a forgetting, each known to the journal.
  public var replaced = 0
  /// The number of events that were forgotten: their digests stand for them, or the chain begins behind them.
  public var forgotten = 0
  /// The number of lines without a `salt`, which could be guessed by their digests.
  public var withoutSalt = 0
  /// The number of the journal's entries, and its head; nil where the ledger has none.
  public var journal: StreamHead?

  /// True if the ledger is what was appended to it, as far as the chain shows.
  public var isIntact: Bool { breaks.isEmpty }
}

/// A place at which a ledger differs from what was appended to it.
public struct ChainBreak: Hashable, Sendable {
  /// The kind of the difference.
  public enum Kind: String, Hashable, Sendable {
    /// The event's line or revision was changed, or an event before it was removed or inserted.
    case changed
    /// The ledger lacks a position before this event: an event was removed.
    case removed
    /// The stream ends before a revision that it is known to have had.
    case tailMissing
    /// The chain's value differs from a head that was kept elsewhere.
    case otherHead
    /// The ledger has no event of a stream that is known.
    case streamMissing
    /// A line replaces another one, or a beginning was cut off, and the journal does not know it.
    case notForgotten
    /// An entry of the journal was changed, removed or inserted.
    case journal
  }
  /// The kind of the difference.
  public let kind: Kind
  /// The installation.
  public let source: ExactString
  /// The revision at which the break shows; for a missing tail, the last stored revision.
  public let revision: Int
  /// The event's position in the ledger; nil for a missing stream.
  public let position: Int?

  package init(kind: Kind, source: ExactString, revision: Int, position: Int?) {
    self.kind = kind
    self.source = source
    self.revision = revision
    self.position = position
  }
}

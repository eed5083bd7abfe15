public import Herald

/// The outcome of appending a ``LineBatch``.
public struct BatchOutcome: Sendable {
  /// The outcome for the lines of one installation. The ledger stored the longest part from the first line on that it
  /// could take.
  public struct Stream: Sendable {
    /// The installation.
    public let source: ExactString
    /// The stream's head after the batch; nil where the ledger has no event of it.
    public internal(set) var head: StreamHead?
    /// The number of events that were stored.
    public internal(set) var stored = 0
    /// The number of events that the ledger had already.
    public internal(set) var duplicates = 0
    /// The revisions that were stored; nil for none.
    public internal(set) var revisions: ClosedRange<Int>?
    /// True if the sender began the stream now, or showed its first line again, byte for byte, which proves who began
    /// it.
    public internal(set) var showedFirstLine = false
    /// True if the chain covers other lines than the sender's, because users were replaced in lines without a salt.
    public internal(set) var isRechained = false
    /// True after a line was refused. No later line of the stream is stored then.
    public internal(set) var isStopped = false
    /// The number of lines behind a refused one, which were not looked at.
    public internal(set) var waiting = 0
  }

  /// A line that was refused.
  public struct Refused: Sendable {
    /// The line's number in the request, from 1.
    public let line: Int
    /// The line's bytes, its newline left out.
    public let bytes: [UInt8]
    /// The installation; nil where it is not known.
    public let source: ExactString?
    /// The revision that the line names; nil for none.
    public let revision: Int?
    /// The kind of the fault, which says what the sender can do about it.
    public let kind: Kind
    /// The fault as a diagnostic.
    public let finding: Diagnostic
  }

  /// Kinds of faults, by what the sender of the refused line can do about them.
  public enum Kind: Hashable, Sendable {
    /// The line is bad for good: the sender goes on behind it.
    case bad
    /// Events before it are missing: the sender goes on from this revision.
    case gap(expected: Int)
    /// The stream has another event there: the sender begins a new stream. Both are SHA-256 digests of lines.
    case forked(stored: String, sent: String)
    /// The installation was forgotten: the sender begins a new stream.
    case forgotten
    /// The stream has events already, and the sender did not show that it is its own.
    case notOwner
  }

  /// The streams, in the order in which they first appear in the request.
  public internal(set) var streams: [Stream] = []
  /// The refused lines, in order: at most one of a stream, and all whose stream is not known.
  public internal(set) var refused: [Refused] = []
}

public import Herald
import HeraldLines

/// The events, names or values that a ledger is asked to forget.
public enum Forgetting: Sendable {
  /// All events of these installations, and their names. Later events of them are refused.
  case installations([ExactString])
  /// These users, wherever an event names them: each gets a pseudonym of random bytes.
  case users([ExactString])
  /// These properties of devices, in every launch.
  case properties([ExactString])
  /// Of each installation the first events, as long as they lie before a time. The state after them is kept.
  case before(Timestamp)

  var kind: ForgettingKind {
    switch self {
    case .installations: .installation
    case .users: .user
    case .properties: .property
    case .before: .retention
    }
  }
}

/// The result of a forgetting or of its dry run.
public struct ForgettingReport: Hashable, Sendable {
  /// The number of lines that were removed.
  public var removed = 0
  /// The number of lines in which a value was replaced or removed.
  public var replaced = 0
  /// The number of installations with such lines.
  public var installations = 0
  /// True if the file, its log and its free pages are free of the bytes. False while another process reads the
  /// ledger; the next writer then erases them.
  public var isErased = false
  /// True if there was nothing to forget, and the bytes of an earlier forgetting were erased that a reader had kept.
  public var finishedEarlier = false
  /// True if the ledger has nothing of what the request names.
  public var isEmpty: Bool { removed + replaced + installations == 0 }
  /// The head of the ledger's journal afterwards; nil for a dry run.
  public var journal: StreamHead?
}

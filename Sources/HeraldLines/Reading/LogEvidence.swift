/// The evidence that a log's lines give of its completeness. Only a ledger's chain proves more.
///
/// ```swift
/// try reader.check()
/// if reader.evidence.unnumbered > 0 { print("Missing lines cannot be detected.") }
/// ```
public struct LogEvidence: Hashable, Sendable {
  /// The number of installations whose lines carry revisions, so that a missing line before the last one shows.
  public let numbered: Int
  /// The number of installations whose lines carry no revisions.
  public let unnumbered: Int
  /// The number of gaps in revisions that were accepted; a log that is read whole has none.
  public let gaps: Int
  /// The number of documents that events brought. Each has the digest that its fetch names, or the log is refused.
  public let documents: Int
  /// The number of bad lines that were left out.
  public let leftOut: Int
}

extension LogReader {
  /// The evidence of the lines that were read so far.
  public var evidence: LogEvidence {
    let numbers = (0..<admission.streams.count).filter { admission.streams[$0].head > 0 }
    let numbered = numbers.count { admission.streams[$0].isNumbered == true }
    return LogEvidence(
      numbered: numbered, unnumbered: numbers.count - numbered, gaps: gaps, documents: shelf?.count ?? 0,
      leftOut: badCount)
  }
}

/// The strictness with which a log is read.
public struct ReadingOptions: Sendable {
  /// True to leave out bad lines and read the rest. Revisions then need only ascend.
  public var skipsInvalid: Bool
  /// True to accept a log that begins late or has gaps. The state before a gap is unknown.
  public var isPartial: Bool

  /// True to accept streams that begin late or lack revisions.
  package var acceptsGaps: Bool { isPartial || skipsInvalid }

  /// Makes options; by default a log must be complete and without bad lines.
  public init(skipsInvalid: Bool = false, isPartial: Bool = false) {
    self.skipsInvalid = skipsInvalid
    self.isPartial = isPartial
  }
}

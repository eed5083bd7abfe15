/// How strictly a log is read.
public struct ReadingOptions: Sendable {
  /// Whether bad lines are left out and the rest is read. Revisions then need only ascend.
  public var skipsInvalid: Bool
  /// Whether a log may begin late or have gaps. The state before a gap is unknown.
  public var isPartial: Bool

  /// Makes options; by default a log must be complete and without bad lines.
  public init(skipsInvalid: Bool = false, isPartial: Bool = false) {
    self.skipsInvalid = skipsInvalid
    self.isPartial = isPartial
  }
}

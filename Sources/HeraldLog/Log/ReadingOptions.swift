/// How strictly a log is read.
public struct ReadingOptions: Sendable {
  /// Leave bad lines out and read the rest; revisions then need only ascend.
  public var skipsInvalid: Bool
  /// Accept a log that begins late or has gaps; the state before a gap is unknown.
  public var isPartial: Bool

  public init(skipsInvalid: Bool = false, isPartial: Bool = false) {
    self.skipsInvalid = skipsInvalid
    self.isPartial = isPartial
  }
}

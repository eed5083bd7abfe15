/// The most showings within any span of a length.
public struct FrequencyCap: Hashable, Sendable {
  /// The most showings, 1 to 32.
  public let count: Int
  /// The length of the span in milliseconds, at least 1.
  public let period: Int64

  /// Makes a cap.
  public init(count: Int, period: Int64) {
    self.count = count
    self.period = period
  }

  /// The cap as `at most 2 in 24 h`.
  package var words: String { "at most \(count) in \(LengthOfTime.words(period))" }
}

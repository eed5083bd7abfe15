/// The pace at which a server brings a ledger's views up to date: at once where nobody waits for the writer, and with a
/// tenth of its time where somebody does (bench row 15).
///
/// Views lack new events for ``pause`` at most: then the next piece of work either makes them whole or drops them.
struct ViewPace {
  /// True while the tables may lack events.
  private(set) var isBehind = true
  /// The time of the next piece of work.
  private(set) var next: ContinuousClock.Instant

  /// The time from an append to the first piece, in which more may come.
  static let pause = Duration.seconds(1)
  /// The time after a failure.
  static let pauseOfFailures = Duration.seconds(30)
  /// The number of replayed events after which a piece ends. Requests wait for it meanwhile.
  static let piece = 1_000
  /// The rest after a piece while requests come, in times of its length.
  static let rest = 9

  init(now: ContinuousClock.Instant) { next = now + Self.pause }

  /// Notes that the ledger changed.
  mutating func changed(at now: ContinuousClock.Instant) {
    if !isBehind { next = now + Self.pause }
    isBehind = true
  }

  /// True if it is time for a piece.
  func isDue(at now: ContinuousClock.Instant) -> Bool { isBehind && now >= next }

  /// Notes the end of a piece.
  ///
  /// - Parameters:
  ///   - length: the time that it took.
  ///   - isWhole: true if nothing is left.
  ///   - isAwaited: true if a request waits.
  mutating func worked(for length: Duration, isWhole: Bool, isAwaited: Bool, at now: ContinuousClock.Instant) {
    isBehind = !isWhole
    next = isAwaited ? now + length * Self.rest : now
  }

  /// Notes a piece that failed.
  mutating func failed(at now: ContinuousClock.Instant) {
    isBehind = true
    next = now + Self.pauseOfFailures
  }
}

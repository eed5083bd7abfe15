/// The pace at which a server brings a ledger's views up to date: at once where nobody waits for the writer, and with a
/// tenth of its time where somebody does (bench row 15).
///
/// Views lack new events for ``mostRest`` at most: then the next piece of work either makes them whole or drops them.
struct ViewPace {
  /// True while the tables may lack events.
  private(set) var isBehind = true
  /// The time of the next piece of work.
  private(set) var next: ContinuousClock.Instant
  /// True if a request waited at the end of the last piece.
  private var isBusy = false

  /// The time from an append to the first piece. Few installations grow meanwhile, so that one piece makes the views whole
  /// and they are never absent.
  static let pause = Duration.milliseconds(250)
  /// The time after a failure.
  static let pauseOfFailures = Duration.seconds(30)
  /// The number of replayed events after which a piece ends, for some 150 ms of work. Requests wait for it meanwhile.
  static let longPiece = 4_000
  /// The same while requests come one after the other.
  static let shortPiece = 1_000
  /// The rest after a piece while requests come, in times of its length.
  static let rest = 9
  /// The longest rest, whatever a single large installation took. It keeps views within the bound of 15 seconds.
  static let mostRest = Duration.seconds(8)

  /// The number of replayed events after which the next piece ends.
  var piece: Int { isBusy ? Self.shortPiece : Self.longPiece }

  init(now: ContinuousClock.Instant) { next = now + Self.pause }

  /// Notes that the ledger changed.
  mutating func changed(at now: ContinuousClock.Instant) {
    if !isBehind { next = max(next, now + Self.pause) }
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
    isBusy = isAwaited
    next = isAwaited ? now + min(length * Self.rest, Self.mostRest) : now
  }

  /// Notes a piece that failed.
  mutating func failed(at now: ContinuousClock.Instant) {
    isBehind = true
    next = now + Self.pauseOfFailures
  }
}

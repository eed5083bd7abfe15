import Herald
import HeraldLog

/// A question about all installations: how many hold which policy, and whose last fetches failed (`GET /v1/fleet`)?
package struct FleetQuestion: LogQuestion, Sendable {
  /// Number of threads that may work on a ledger.
  package var jobs = 1

  /// Asks about all installations of a log.
  package init() {}

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` for a log without events; what reading it throws.
  package func answer(in events: LoggedEvents) throws -> FleetAnswer {
    var fold = FleetHoldingFold()
    try events.unread().needingEvents().fold(into: &fold, inAnyOrder: true, jobs: jobs)
    return FleetAnswer(installations: fold.installations, holding: fold.holding)
  }
}

/// The policies that the installations of a log hold, and the fetches that fail.
package struct FleetAnswer: LogAnswer {
  package let installations: Int
  package let holding: FleetHolding

  /// One line: `{"installations":…,"policies":[…],"failing":[…]}`.
  package var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("installations", installations)
      holding.write(into: &$0)
    }
    return output.string
  }

  package var words: String {
    ([installations.of("installation", "installations") + "."] + holding.sentences).map { $0 + "\n" }.joined()
  }
}

/// Collects what installations hold while a log is replayed.
struct FleetHoldingFold: SummedFold {
  private(set) var installations = 0
  private(set) var holding = FleetHolding()

  var makePart: @Sendable () -> Self { { Self() } }

  static func += (all: inout Self, other: Self) {
    all.installations += other.installations
    all.holding.add(other.holding)
  }

  mutating func visit(_ moment: inout ReplayMoment) { holding.record(moment.fact, of: moment.source, in: moment.state) }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    installations += 1
    holding.ended(source, in: state)
  }
}

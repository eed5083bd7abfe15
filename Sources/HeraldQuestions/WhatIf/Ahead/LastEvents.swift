import Herald
import HeraldLog

/// Collects each installation's last event of a known type. It folds nothing.
struct LastEvents: SummedFold {
  /// The last event of one installation.
  struct Last: Sendable {
    let source: ExactString
    let time: DeviceTime
  }

  private(set) var ends: [Last] = []
  /// The last events of streams that have not ended.
  private var open: [ExactString: DeviceTime] = [:]

  var needsStates: Bool { false }

  var makePart: @Sendable () -> Self { { Self() } }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    // A state keeps no offset.
    if let time = state.lastTime { open[source] = DeviceTime(moment: time) }
  }

  mutating func visit(_ moment: inout ReplayMoment) {
    if moment.data.type != nil, !moment.time.isMissing { open[moment.source] = moment.time }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let time = open.removeValue(forKey: source) { ends.append(Last(source: source, time: time)) }
  }

  static func += (all: inout Self, other: Self) { all.ends += other.ends }
}

import Herald
import HeraldLog

/// Collects each installation's last event of a known type. It folds nothing.
struct LastEvents: SummedFold {
  /// The last event of one installation.
  struct Last: Sendable {
    let source: ExactString
    let time: DeviceTime
    let fetch: Fetch
  }

  /// What the last fetch that brought or confirmed a document said of its rules, beside the document.
  struct Fetch: Hashable, Sendable {
    var storeURL: ExactString?
    var houseRules: HouseRules?
  }

  private(set) var ends: [Last] = []
  /// The last events of streams that have not ended.
  private var open: [ExactString: DeviceTime] = [:]
  /// Their last fetches.
  private var fetches: [ExactString: Fetch] = [:]

  var needsStates: Bool { false }

  var makePart: @Sendable () -> Self { { Self() } }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    // A state keeps no offset.
    if let time = state.lastTime { open[source] = DeviceTime(moment: time) }
    fetches[source] = state.policy.map { Fetch(storeURL: $0.storeURL, houseRules: $0.houseRules) }
  }

  mutating func visit(_ moment: inout ReplayMoment) {
    if moment.data.type == nil || moment.time.isMissing { return }
    open[moment.source] = moment.time
    guard case .fetchSucceeded(let fetch) = moment.data else { return }
    fetches[moment.source] = Fetch(storeURL: fetch.storeURL, houseRules: fetch.houseRules)
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    let fetch = fetches.removeValue(forKey: source) ?? Fetch()
    if let time = open.removeValue(forKey: source) { ends.append(Last(source: source, time: time, fetch: fetch)) }
  }

  static func += (all: inout Self, other: Self) { all.ends += other.ends }
}

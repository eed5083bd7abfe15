package import Herald
package import HeraldLog

/// The users of each installation of a log, with when each was signed in. It folds nothing.
package struct UserHistory: ReplayVisitor {
  /// A user of an installation.
  struct Stay {
    let user: ExactString
    /// The event with which it began; missing where it was forgotten.
    let from: DeviceTime
    /// The event with which it ended; nil where the user is signed in at the end.
    var until: DeviceTime?
  }

  private(set) var stays: [ExactString: [Stay]] = [:]

  package init() {}

  package var needsStates: Bool { false }

  package mutating func began(_ source: ExactString, in state: InstallationState) {
    record(state.user, of: source, at: .missing)
  }

  package mutating func visit(_ moment: inout ReplayMoment) {
    switch moment.data {
    case .appLaunched(let launch): record(launch.user, of: moment.source, at: moment.time)
    case .userChanged(let change): record(change.user, of: moment.source, at: moment.time)
    case .fetchSucceeded(let fetch): record(fetch.user, of: moment.source, at: moment.time)
    case .fetchFailed(let fetch): record(fetch.user, of: moment.source, at: moment.time)
    case .appForegrounded, .appBackgrounded, .promptShown, .buttonChosen, .pushReceived, .operationAttempted, .unknown:
      break
    }
  }

  private mutating func record(_ change: UserChange, of source: ExactString, at time: DeviceTime) {
    switch change {
    case .unchanged: break
    case .signedOut: record(nil, of: source, at: time)
    case .signedIn(let user): record(user, of: source, at: time)
    }
  }

  private mutating func record(_ user: ExactString?, of source: ExactString, at time: DeviceTime) {
    let current = stays[source]?.last.flatMap { $0.until == nil ? $0.user : nil }
    if current == user { return }
    if current != nil, let last = stays[source]?.indices.last { stays[source]?[last].until = time }
    if let user { stays[source, default: []].append(Stay(user: user, from: time, until: nil)) }
  }

  /// The installations that had a user for whom `matches` is true, by name.
  func sources(where matches: (ExactString) -> Bool) -> [ExactString] {
    stays.filter { $0.value.contains { matches($0.user) } }.keys.sorted()
  }

  /// All users.
  var users: Set<ExactString> { Set(stays.values.joined().map(\.user)) }
}

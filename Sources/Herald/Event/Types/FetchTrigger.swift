/// The cause of a fetch.
public enum FetchTrigger: String, Hashable, Sendable, CaseIterable {
  /// The launch, a login, the schedule, a heartbeat that shows nothing, or the user's request.
  case launch, login, schedule, heartbeat, manual
}

extension Trigger {
  /// The cause of the decision that follows a fetch.
  package init(_ fetch: FetchTrigger) {
    switch fetch {
    case .launch: self = .launch
    case .login: self = .login
    case .schedule: self = .schedule
    case .heartbeat: self = .heartbeat
    case .manual: self = .manual
    }
  }
}

/// The cause of a fetch.
public enum FetchTrigger: String, Hashable, Sendable, CaseIterable {
  /// The launch, a login, the schedule, a heartbeat that shows nothing, or the user's request.
  case launch, login, schedule, heartbeat, manual
}

/// The cause of a decision.
public enum Trigger: String, Hashable, Sendable, CaseIterable {
  /// A fetch with this cause ended.
  case launch, login, schedule, heartbeat, manual
  /// The user came back to the app.
  case foreground
  /// The user began a critical action.
  case operation

  init(_ fetch: FetchTrigger) {
    switch fetch {
    case .launch: self = .launch
    case .login: self = .login
    case .schedule: self = .schedule
    case .heartbeat: self = .heartbeat
    case .manual: self = .manual
    }
  }
}

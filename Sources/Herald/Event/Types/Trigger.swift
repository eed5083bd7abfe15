/// What made a fetch happen.
public enum FetchTrigger: String, Hashable, Sendable, CaseIterable {
  case launch, login, schedule, heartbeat, manual
}

/// What makes Herald decide.
public enum Trigger: String, Hashable, Sendable, CaseIterable {
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

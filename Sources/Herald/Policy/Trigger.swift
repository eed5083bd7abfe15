/// The cause of a decision.
public enum Trigger: String, Hashable, Sendable, CaseIterable {
  /// A fetch with this cause ended.
  case launch, login, schedule, heartbeat, manual
  /// The user came back to the app.
  case foreground
  /// The user began a critical action.
  case operation
}

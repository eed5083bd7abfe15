import Herald

/// The installations of an app that have been silent while others went on.
struct SilentInstallations: Sendable {
  /// The time of the newest event of the app, by the clock of its device; nil without events.
  let newest: Timestamp?
  /// Number of silent installations.
  let count: Int
  /// Some of the silent installations, the last to stop first.
  let installations: [FoundInstallation]
}

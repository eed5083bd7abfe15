import Herald

/// The installations of an app that have been silent while others went on.
struct StoppedStreams: Sendable {
  /// The time of the newest event of the app, by the clock of its device; nil without events.
  let newest: Timestamp?
  /// How many installations are silent.
  let count: Int
  /// Some of them, those that stopped last first.
  let installations: [FoundInstallation]
}

/// The subject of a forgetting.
package enum ForgettingKind: String, CaseIterable, Sendable {
  /// All events of installations, and their names.
  case installation
  /// The name of a user, wherever it stands.
  case user
  /// A property of devices.
  case property
  /// Events before a time.
  case retention
  /// Events and values that were forgotten elsewhere before the log was imported.
  case imported
  /// The names of users in lines that arrived, before the lines were stored.
  case arrival
}

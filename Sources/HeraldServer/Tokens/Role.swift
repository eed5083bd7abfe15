/// A role of a token: a group of requests that it may send.
public enum Role: String, CaseIterable, Sendable {
  /// Sends the events of one installation at a time. A token with this role alone is an app key, and may be published
  /// inside an app.
  case append
  /// Sends the events of many installations.
  case `import`
  /// Reads installations, decisions and tables.
  case read
  /// Publishes policies.
  case publish
  /// Forgets users and installations.
  case forget
  /// Reads the server's own figures.
  case metrics
}

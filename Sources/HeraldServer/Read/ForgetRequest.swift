import Herald
import HeraldLog

/// A request to forget: a kind of thing, and its name or a time.
struct ForgetRequest: Sendable {
  enum Kind: String, CaseIterable, Sendable { case installation, user, property, before }

  let kind: Kind
  /// The name, or the time as it was written.
  let text: String
  let what: Forgetting

  /// - Throws: ``Problem`` for a text that cannot be read as a time.
  init(_ kind: Kind, _ text: String) throws {
    (self.kind, self.text) = (kind, text)
    switch kind {
    case .installation: what = .installations([ExactString(text)])
    case .user: what = .users([ExactString(text)])
    case .property: what = .properties([ExactString(text)])
    case .before:
      guard let time = DeviceTime(rfc3339: text) else {
        throw Problem(
          .badQuery, "`\(text)` is not a value of `before`.", at: "before",
          why: "it is a time with its zone such as 2026-03-02T08:00:00Z")
      }
      what = .before(time.moment)
    }
  }

  /// Forgets it, or only counts what would go.
  ///
  /// - Parameter token: the token of the person who asks; the journal gets its name.
  func carryOut(in app: App, reason: String, by token: AccessToken, isDryRun: Bool) async throws -> ForgettingReport {
    try await app.forget(what, reason: reason, by: token.name, isDryRun: isDryRun)
  }
}

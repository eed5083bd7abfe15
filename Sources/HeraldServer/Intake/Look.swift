import Herald
import HeraldLog

/// A look: somebody was given personal data of an app.
struct Look: Sendable {
  let time: Timestamp
  /// The id of the token.
  let token: String
  /// The installation; nil for data of several.
  let source: ExactString?
  /// The part that was looked at.
  let what: String
  /// The number of installations, rows, lines or events that were given; nil where ``source`` says it.
  let count: Int?
}

/// Herald's own answers about the formats of others.
extension Differences {
  private static let asking = "how a server is asked is the fetch's, not its answer's"

  /// `force`, `optional`, `nothing`, `failure`; `skipped` for what has no counterpart.
  static let ssvc: [String: Difference] = [
    "sv-malformed-12": Difference("failure", "a version's name that is not a text refuses the document"),
    "sv-state-08": Difference("skipped", "an answer is kept as it was fetched, and read when it's asked for"),
    "sv-url-01": Difference("skipped", asking),
    "sv-url-05": Difference("skipped", asking),
    "sv-url-10": Difference("skipped", asking),
    "sv-url-11": Difference("skipped", asking),
  ]

  private static let resource = "which of its resources an app takes is its own affair"

  static let table: [String: Difference] = [
    "vt-review-key-02": Difference("skipped", resource),
    "vt-review-key-03": Difference("skipped", resource),
  ]

  private static let failsVersion = "the document can be read; the rule fails `version`, which the explanation names"

  /// `force`, `optional`, `none`, or `unknown` where the document is refused.
  static let segments: [String: Difference] = [
    "sg-37": Difference("none", failsVersion)
  ]

  /// Whether an update is offered, or `unknown` where the document is refused.
  static let itunes: [String: Difference] = [
    "it-version-28": Difference("false", failsVersion),
    "it-version-36": Difference("false", failsVersion),
    "it-url-02": Difference("skipped", asking),
  ]
}

/// The bounds of refused lines, receipts, forks and gaps, since a stranger can send any number of each.
struct IntakeLimits: Hashable, Sendable {
  /// The most bytes of an app's refused lines.
  var bytes = 64 << 20
  /// The most refused lines of an app.
  var lines = 100_000
  /// The most lines that one key sent and that were refused for one reason.
  var alike = 1000

  /// The part of an app's bounds that one key may fill, so that the lines of others stay.
  static let shareOfKey = 4
  /// The most receipts of an app, and of an installation.
  static let receipts = 200_000
  static let receiptsOfOne = 1000
  /// The most forks and gaps of an app that are on record.
  static let refusals = 10_000
  /// The longest name of an installation that is kept beside a ledger, in bytes. Nobody but a stranger has a longer one.
  static let sourceBytes = 1024
  /// The longest sentence of a finding that is kept, in bytes. It may quote the line.
  static let sentenceBytes = 1000
}

extension IntakeLimits {
  init(_ settings: ServerSettings) {
    self.init(bytes: settings.rejectedBytes, lines: settings.rejectedLines, alike: settings.rejectedAlike)
  }
}

extension String {
  /// The text, or its beginning with `…` where it has more bytes than a limit.
  func clipped(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    return String(decoding: utf8.prefix(limit), as: UTF8.self).trimming("\u{FFFD}") + "…"
  }
}

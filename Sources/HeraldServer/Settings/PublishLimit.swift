import HeraldQuestions

/// A limit that a what-if must not pass for a policy to go out: a number of installations such as `newlyForced > 1000`,
/// or a share of all such as `newlyForced > 10%`.
struct PublishLimit: Sendable {
  let text: String
  private let limit: FigureLimit

  /// Nil for a text that cannot be read as a limit, or that means nothing, such as a share above 100 %.
  init?(_ text: String) {
    guard let limit = try? FigureLimit(text), limit.comparison == .more else { return nil }
    (self.text, self.limit) = (text.trimming(" "), limit)
  }

  /// The limits of a list with commas between them; nil where one is none.
  static func list(_ text: String) -> [PublishLimit]? {
    let parts = text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    let limits = parts.compactMap { PublishLimit($0) }
    return limits.count == parts.count ? limits : nil
  }

  /// The sentence that says by how much the limit is passed; nil where it is kept.
  ///
  /// It is asked of all installations and of those older than a day, so that installations that somebody made up can
  /// neither make a share smaller nor hide among the others.
  func breach(all: WhatIfSummary, older: WhatIfSummary) -> String? {
    let figure = limit.figure
    let (total, totalOlder) = (all.whole(of: figure), older.whole(of: figure))
    let isPassedByOlder = limit.holds(for: older)
    if limit.holds(for: all) {
      let sentence = "\(figure.rawValue) is \(all[figure]) of \(total) installations, and the limit is \(text)"
      return isPassedByOlder
        ? sentence
        : sentence + "; only installations younger than a day pass it: without them it is \(older[figure]) of "
          + "\(totalOlder)"
    }
    guard isPassedByOlder else { return nil }
    return "\(figure.rawValue) is \(older[figure]) of \(totalOlder) installations older than a day, and the limit is "
      + "\(text); the other \(total - totalOlder) make the share smaller"
  }
}

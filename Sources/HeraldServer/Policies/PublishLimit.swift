import Herald
import HeraldQuestions

/// A limit that a what-if must not pass for a policy to go out: `lockedOut > 0`, or with a share of all installations
/// `newlyForced > 10%`.
struct PublishLimit: Sendable {
  let text: String
  private let figure: WhatIfFigure
  private let most: Int
  private let isShare: Bool

  /// Nil for a text that cannot be read as a limit.
  init?(_ text: String) {
    let parts = text.split(separator: ">", maxSplits: 1).map { $0.trimming(" ") }
    guard parts.count == 2, let figure = WhatIfFigure(rawValue: parts[0]) else { return nil }
    isShare = parts[1].hasSuffix("%")
    guard let most = Int(isShare ? parts[1].dropLast().trimming(" ") : parts[1]), most >= 0 else { return nil }
    (self.text, self.figure, self.most) = (text.trimming(" "), figure, most)
  }

  /// The limits of a list with commas between them; nil where one is none.
  static func list(_ text: String) -> [PublishLimit]? {
    let parts = text.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    let limits = parts.compactMap { PublishLimit($0) }
    return limits.count == parts.count ? limits : nil
  }

  /// The sentence that says by how much the limit is passed; nil where it is kept.
  func breach(in summary: WhatIfSummary) -> String? {
    let (count, all) = (summary[figure], summary[.installations])
    guard isShare ? count * 100 > most * all : count > most else { return nil }
    return "\(figure.rawValue) is \(count) of \(all) installations, and the limit is \(text)"
  }
}

import HeraldQuestions

/// A limit that a what-if must not pass for a policy to go out: a number of installations such as `newlyForced > 1000`,
/// or a share of all such as `newlyForced > 10%`.
struct PublishLimit: Sendable {
  let text: String
  private let figure: WhatIfFigure
  private let most: Int
  private let isShare: Bool

  /// Nil for a text that cannot be read as a limit, or that means nothing, such as a share above 100 %.
  init?(_ text: String) {
    let parts = text.split(separator: ">", maxSplits: 1).map { $0.trimming(" ") }
    guard parts.count == 2, let figure = WhatIfFigure(rawValue: parts[0]) else { return nil }
    isShare = parts[1].hasSuffix("%")
    let digits = isShare ? parts[1].dropLast().trimming(" ") : parts[1]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let most = Int(digits) else {
      return nil
    }
    if isShare, most > 100 || !figure.isShareOfInstallations { return nil }
    (self.text, self.figure, self.most) = (text.trimming(" "), figure, most)
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
    let (total, totalOlder) = (all[.installations], older[.installations])
    let isPassedByOlder = isPassed(by: older)
    if isPassed(by: all) {
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

  private func isPassed(by summary: WhatIfSummary) -> Bool {
    guard isShare else { return summary[figure] > most }
    return summary[figure].multipliedFullWidth(by: 100) > most.multipliedFullWidth(by: summary[.installations])
  }
}

extension WhatIfFigure {
  /// True if the figure counts some of the installations, so that a share of all means something.
  fileprivate var isShareOfInstallations: Bool {
    switch self {
    case .changed, .unchanged, .newly, .noLonger, .forcedBefore, .forced, .newlyForced, .blocked, .lockedOut, .refused:
      true
    case .installations, .before, .after, .mostADayBefore, .mostADay: false
    }
  }
}

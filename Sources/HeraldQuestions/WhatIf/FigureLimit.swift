import Herald
import HeraldFormats

/// A condition on a figure that makes a what-if fail: on a number such as `lockedOut > 0`, or on a share of the
/// installations such as `newlyForced > 10%`.
package struct FigureLimit: Sendable {
  package let figure: WhatIfFigure
  package let comparison: ComparisonSign
  let value: Int
  /// True for a share in percent.
  let isShare: Bool

  /// The reason why a text is not a condition, in words for a person.
  package struct Fault: Error {
    package let words: String
  }

  /// - Throws: ``Fault`` that names the valid texts.
  package init(_ text: String) throws(Fault) {
    let isSign: (UInt8) -> Bool = { "<>=!".utf8.contains($0) }
    let start = text.utf8.firstIndex(where: isSign) ?? text.endIndex
    let sign = text.utf8[start...].prefix(while: isSign)
    let name = String(text[..<start]).trimmed
    let written = String(text[sign.endIndex...]).trimmed
    guard let figure = WhatIfFigure(rawValue: name) else { throw Self.unknown(name) }
    guard let comparison = ComparisonSign(rawValue: String(text[sign.startIndex..<sign.endIndex])) else {
      throw Fault(words: "'\(text)' compares nothing. Put one of \(ComparisonSign.known) between \(name) and a number.")
    }
    let isShare = written.hasSuffix("%")
    let number = isShare ? String(written.dropLast()).trimmed : written
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(number) else {
      throw Fault(
        words: "'\(written)' is not a whole number from 0, nor a share in whole percent. Write '\(name) > 0'"
          + (figure.isShareOfInstallations ? " or '\(name) > 10%'." : "."))
    }
    if isShare, !figure.isShareOfInstallations {
      throw Fault(words: "\(name) counts no part of the installations, so it has no share. Write '\(name) > \(value)'.")
    }
    if isShare, value > 100 {
      throw Fault(words: "No figure is above 100 % of the installations. Write a share up to 100%.")
    }
    (self.figure, self.comparison, self.value, self.isShare) = (figure, comparison, value, isShare)
  }

  private static func unknown(_ name: String) -> Fault {
    let known = WhatIfFigure.allCases.map(\.rawValue)
    let hint = Spelling.nearest(to: name, among: Set(known)).map { "Did you mean '\($0)'? " } ?? ""
    return Fault(words: "There is no figure '\(name)'. \(hint)The figures are \(known.joined(separator: ", ")).")
  }

  package func holds(for summary: WhatIfSummary) -> Bool {
    guard isShare else { return comparison.holds(summary[figure], value) }
    // Both sides times a hundred, so that nothing is rounded.
    return comparison.holds(summary[figure] * 100, value * summary.whole(of: figure))
  }

  package var words: String { "\(figure.rawValue) \(comparison.rawValue) \(value)\(isShare ? "%" : "")" }

  /// What the figure is, such as `newlyForced is 1163 of 2705 installations`.
  package func finding(in summary: WhatIfSummary) -> String {
    let count = "\(figure.rawValue) is \(summary[figure])"
    return isShare ? "\(count) of \(summary.whole(of: figure)) installations" : count
  }
}

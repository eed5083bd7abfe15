import Herald
import HeraldFormats

/// A figure of a summary, which a limit may be set for.
package protocol LimitedFigure: RawRepresentable<String>, CaseIterable, Sendable {
  /// The things that a share of a figure is a share of, such as `installations`.
  static var wholes: String { get }
  /// True if the figure counts some of these things, so that a share of all means something.
  var isShare: Bool { get }
}

/// The figures that an answer ends with.
package protocol FigureSummary<Figure> {
  associatedtype Figure: LimitedFigure
  /// The value of a figure.
  subscript(figure: Figure) -> Int { get }
  /// The number of things that a share of a figure is a share of.
  func whole(of figure: Figure) -> Int
}

/// A condition on a figure of a what-if.
package typealias FigureLimit = SummaryLimit<WhatIfFigure>

/// A condition on a figure that makes a command fail: on a number such as `lockedOut > 0`, or on a share of all such as
/// `newlyForced > 10%`.
package struct SummaryLimit<Figure: LimitedFigure>: Sendable {
  package let figure: Figure
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
    guard let figure = Figure(rawValue: name) else { throw Self.unknown(name) }
    guard let comparison = ComparisonSign(rawValue: String(text[sign.startIndex..<sign.endIndex])) else {
      throw Fault(words: "'\(text)' compares nothing. Put one of \(ComparisonSign.known) between \(name) and a number.")
    }
    let isShare = written.hasSuffix("%")
    let number = isShare ? String(written.dropLast()).trimmed : written
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(number) else {
      throw Fault(
        words: "'\(written)' is not a whole number from 0, nor a share in whole percent. Write '\(name) > 0'"
          + (figure.isShare ? " or '\(name) > 10%'." : "."))
    }
    if isShare, !figure.isShare {
      throw Fault(
        words: "\(name) counts no part of the \(Figure.wholes), so it has no share. Write '\(name) > \(value)'.")
    }
    if isShare, value > 100 {
      throw Fault(words: "No figure is above 100 % of the \(Figure.wholes). Write a share up to 100%.")
    }
    (self.figure, self.comparison, self.value, self.isShare) = (figure, comparison, value, isShare)
  }

  private static func unknown(_ name: String) -> Fault {
    let known = Figure.allCases.map(\.rawValue)
    let hint = Spelling.nearest(to: name, among: Set(known)).map { "Did you mean '\($0)'? " } ?? ""
    return Fault(words: "There is no figure '\(name)'. \(hint)The figures are \(known.joined(separator: ", ")).")
  }

  package func holds(for summary: some FigureSummary<Figure>) -> Bool {
    guard isShare else { return comparison.holds(summary[figure], value) }
    // Both sides times a hundred, so that nothing is rounded.
    return comparison.holds(summary[figure] * 100, value * summary.whole(of: figure))
  }

  package var words: String { "\(figure.rawValue) \(comparison.rawValue) \(value)\(isShare ? "%" : "")" }

  /// What the figure is, such as `newlyForced is 1163 of 2705 installations`.
  package func finding(in summary: some FigureSummary<Figure>) -> String {
    let count = "\(figure.rawValue) is \(summary[figure])"
    return isShare ? "\(count) of \(summary.whole(of: figure)) \(Figure.wholes)" : count
  }
}

import Herald
import HeraldFormats

/// A condition on a figure that makes a what-if fail, such as `lockedOut > 0`.
package struct FigureLimit {
  package let figure: WhatIfFigure
  let comparison: ComparisonSign
  let value: Int

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
    let number = String(text[sign.endIndex...]).trimmed
    guard let figure = WhatIfFigure(rawValue: name) else { throw Self.unknown(name) }
    guard let comparison = ComparisonSign(rawValue: String(text[sign.startIndex..<sign.endIndex])) else {
      throw Fault(words: "'\(text)' compares nothing. Put one of \(ComparisonSign.known) between \(name) and a number.")
    }
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(number) else {
      throw Fault(words: "'\(number)' is not a whole number from 0. Write one, such as '\(name) > 0'.")
    }
    self.figure = figure
    self.comparison = comparison
    self.value = value
  }

  private static func unknown(_ name: String) -> Fault {
    let known = WhatIfFigure.allCases.map(\.rawValue)
    let hint = Spelling.nearest(to: name, among: Set(known)).map { "Did you mean '\($0)'? " } ?? ""
    return Fault(words: "There is no figure '\(name)'. \(hint)The figures are \(known.joined(separator: ", ")).")
  }

  package func holds(for summary: WhatIfSummary) -> Bool { comparison.holds(summary[figure], value) }

  package var words: String { "\(figure.rawValue) \(comparison.rawValue) \(value)" }
}

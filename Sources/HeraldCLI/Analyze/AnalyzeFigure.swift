import ArgumentParser
import HeraldQuestions

/// A figure of an analysis that `--fail-if` compares: a number, or the verdict on a statement.
enum AnalyzeFigure: String, CaseIterable {
  case rules, shown, never, notDecided, leftOut
  case changes, equivalent, showsNoMore, forcesNoMore, exitsNoMore

  /// The statement that the figure is the verdict on; nil for a number.
  var statement: AgainstAnswer.Statement? { AgainstAnswer.Statement(rawValue: rawValue) }
  /// True for a figure of two documents.
  var isAboutTwo: Bool { self == .changes || statement != nil }

  static let known = allCases.filter { $0.statement == nil }.map(\.rawValue).joined(separator: ", ")
  static let knownStatements = allCases.filter { $0.statement != nil }.map(\.rawValue).joined(separator: ", ")

  /// A figure and the values with which it fails.
  struct Limit {
    let figure: AnalyzeFigure
    fileprivate let comparison: ComparisonSign
    fileprivate let value: Value
    let words: String

    fileprivate enum Value {
      case number(Int)
      case verdict(String)
    }

    var isAboutTwo: Bool { figure.isAboutTwo }

    /// - Throws: `ValidationError` that names the valid texts.
    static func read(_ text: String) throws -> Limit {
      let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard parts.count == 3, let comparison = ComparisonSign(rawValue: parts[1]) else {
        throw ValidationError(
          "'\(text)' compares nothing. Write a figure, a sign and a value, such as 'never > 0', or "
            + "'equivalent != holds'.")
      }
      guard let figure = AnalyzeFigure(rawValue: parts[0]) else {
        throw ValidationError("There is no figure '\(parts[0])'. The figures are \(known), \(knownStatements).")
      }
      let words = parts.joined(separator: " ")
      if figure.statement == nil {
        guard let number = Int(parts[2]), number >= 0 else {
          throw ValidationError(
            "'\(text)' compares with no number. Write one from 0 on, such as '\(figure.rawValue) > 0'.")
        }
        return Limit(figure: figure, comparison: comparison, value: .number(number), words: words)
      }
      guard comparison == .equal || comparison == .other, StatementVerdict.words.contains(parts[2]) else {
        throw ValidationError(
          "'\(text)' is no verdict. Write == or != and one of \(StatementVerdict.words.joined(separator: ", ")), "
            + "such as '\(figure.rawValue) != holds'.")
      }
      return Limit(figure: figure, comparison: comparison, value: .verdict(parts[2]), words: words)
    }
  }
}

/// The figures of one answer.
struct AnalyzeFigures {
  private var numbers: [AnalyzeFigure: Int] = [:]
  private var verdicts: [AnalyzeFigure: String] = [:]

  init(_ answer: AnalyzeAnswer) {
    let counts = answer.counts
    numbers = [
      .rules: answer.rules.count, .shown: counts.shown, .never: counts.never, .notDecided: counts.notDecided,
      .leftOut: answer.leftOut,
    ]
  }

  init(_ answer: AgainstAnswer) {
    numbers = [.changes: answer.changes.count, .leftOut: answer.leftOut + answer.leftOutBefore]
    for figure in AnalyzeFigure.allCases {
      if let statement = figure.statement { verdicts[figure] = answer.verdict(on: statement).word }
    }
  }

  func meet(_ limit: AnalyzeFigure.Limit) -> Bool {
    switch limit.value {
    case .number(let value): numbers[limit.figure].map { limit.comparison.holds($0, value) } ?? false
    case .verdict(let value): verdicts[limit.figure].map { limit.comparison.holds($0, value) } ?? false
    }
  }

  /// The figure and its value, such as `never is 2`.
  func words(of figure: AnalyzeFigure) -> String {
    "\(figure.rawValue) is \(verdicts[figure] ?? numbers[figure].map(String.init) ?? "not asked")"
  }
}

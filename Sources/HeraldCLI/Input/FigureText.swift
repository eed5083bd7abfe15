import ArgumentParser
import HeraldQuestions

/// Parses a condition on a figure on the command line.
enum FigureText {
  /// - Throws: `ValidationError` that names the valid texts.
  static func read<Figure>(_ text: String) throws -> SummaryLimit<Figure> {
    do throws(SummaryLimit<Figure>.Fault) {
      return try SummaryLimit(text)
    } catch {
      throw ValidationError(error.words)
    }
  }
}

extension Array {
  /// Says on standard error which limits a summary breaks; returns true if one is broken.
  func tell<Figure>(brokenBy summary: some FigureSummary<Figure>) -> Bool where Element == SummaryLimit<Figure> {
    let broken = filter { $0.holds(for: summary) }
    for limit in broken {
      StandardError.write("--fail-if \"\(limit.words)\" holds: \(limit.finding(in: summary)).\n")
    }
    return !broken.isEmpty
  }
}

import ArgumentParser
import Herald
import HeraldQuestions

/// Parses a condition of the command line.
enum ConditionText {
  /// - Throws: `ValidationError` that points at the place.
  static func read(_ text: String) throws -> Condition {
    do throws(ConditionFault) {
      return try Condition(text)
    } catch {
      let excerpt = Excerpt(text, column: error.column, width: TerminalWidth.output)
      let mark = String(repeating: " ", count: excerpt.indent) + "^"
      throw ValidationError(
        "\(error.what.shown) (column \(error.column))\n  \(excerpt.line)\n  \(mark)\n\(error.fix.shown.sentence)")
    }
  }
}

extension String {
  /// The text as a sentence, with a capital letter and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix("?") ? "" : ".") }
}

import ArgumentParser
import HeraldQuestions

/// Parses a condition on a figure on the command line.
enum FigureText {
  /// - Throws: `ValidationError` that names the valid texts.
  static func read(_ text: String) throws -> FigureLimit {
    do throws(FigureLimit.Fault) {
      return try FigureLimit(text)
    } catch {
      throw ValidationError(error.words)
    }
  }
}

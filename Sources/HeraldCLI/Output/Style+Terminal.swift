import Foundation
import HeraldQuestions

/// The styles of this program's outputs.
extension Style {
  /// The styles of standard output and of standard error.
  static let output = Style(isTerminal: StandardOutput.isTerminal)
  static let error = Style(isTerminal: StandardError.isTerminal)

  /// True if the terminal can do more than print lines.
  var isCapable: Bool { ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Uses no colour if `NO_COLOR` is set (https://no-color.org), on a dumb terminal, and without a terminal.
  private init(isTerminal: Bool) {
    let environment = ProcessInfo.processInfo.environment
    self.init(
      isColoured: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
  }
}

import Foundation
import Herald

/// Colours for a terminal, and plain text everywhere else.
struct Style {
  let isColoured: Bool

  /// For standard output, and for standard error.
  static let output = Style(isTerminal: StandardOutput.isTerminal)
  static let error = Style(isTerminal: StandardError.isTerminal)

  /// Without colours on any output.
  static let plain = Style(isColoured: false)

  private init(isColoured: Bool) { self.isColoured = isColoured }

  /// Whether the terminal can do more than print lines.
  var isCapable: Bool { ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Uses no colour if `NO_COLOR` is set (https://no-color.org), on a dumb terminal, and without a terminal.
  private init(isTerminal: Bool) {
    let environment = ProcessInfo.processInfo.environment
    isColoured = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  func bold(_ text: String) -> String { paint(text, "1") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func blue(_ text: String) -> String { paint(text, "36") }
}

extension String {
  /// The text with trailing blanks, so that columns line up.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }
}

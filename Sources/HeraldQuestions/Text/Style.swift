import Herald

/// Colours for a terminal, and plain text everywhere else.
package struct Style: Sendable {
  package let isColoured: Bool

  /// Without colours on any output.
  package static let plain = Style(isColoured: false)

  package init(isColoured: Bool) { self.isColoured = isColoured }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  package func bold(_ text: String) -> String { paint(text, "1") }
  package func dim(_ text: String) -> String { paint(text, "2") }
  package func red(_ text: String) -> String { paint(text, "31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  package func yellow(_ text: String) -> String { paint(text, "33") }
  package func blue(_ text: String) -> String { paint(text, "36") }
}

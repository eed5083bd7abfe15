import Herald

/// A line of a document with a mark under the place that a finding is about.
struct Excerpt {
  /// The part of the line around the place, safe for a terminal.
  let line: String
  /// The rest of the line, from the place on.
  let rest: String
  /// The place's offset in columns of a terminal.
  let indent: Int

  /// The columns before and after the place, so that a row with its number fits the terminal.
  private static let width = (
    before: min(60, max(8, (TerminalWidth.output - 12) * 6 / 10)),
    after: min(40, max(8, (TerminalWidth.output - 12) * 4 / 10))
  )

  /// - Parameters:
  ///   - line: a line of the document, without its newline.
  ///   - column: from 1, in Unicode scalars.
  init(_ line: some StringProtocol, column: Int) {
    let place = max(0, column - 1)
    let start = max(0, place - Self.width.before)
    // A document may be one line of a megabyte, so only the visible part is copied.
    let window = Array(line.unicodeScalars.dropFirst(start).prefix(place - start + Self.width.after + 1))
    let middle = min(place - start, window.count)
    let end = min(middle + Self.width.after, window.count)
    // Leading blanks would only push the text aside.
    let before = window[..<middle].drop { start == 0 && $0.isBlank }
    let after = before.isEmpty ? window[middle..<end].drop(while: \.isBlank) : window[middle..<end]
    let prefix = (start > 0 ? "…" : "") + Self.shown(before)
    rest = Self.shown(after) + (end < window.count ? "…" : "")
    self.line = prefix + rest
    indent = prefix.unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars.map { $0 == "\t" ? " " : $0 })).shown
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

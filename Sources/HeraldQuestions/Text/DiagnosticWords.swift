package import Herald

/// A finding in four parts, each on its line: what, where, why and the fix.
package enum DiagnosticWords {
  /// - Parameter excerpt: lines that show the place, printed below it.
  package static func words(_ diagnostic: Diagnostic, _ style: Style, excerpt: [String] = []) -> String {
    let label =
      switch diagnostic.severity {
      case .error: style.red("error")
      case .warning: style.yellow("warning")
      case .note: style.blue("note")
      }
    let location = diagnostic.location
    var lines = ["\(label)[\(diagnostic.code.name)]: \(style.bold(diagnostic.what.shown))"]
    if !location.isEmpty { lines.append("  \(style.dim("at ")) \(location.shown)") }
    lines += excerpt
    lines.append("  \(style.dim("why")) \(diagnostic.why.shown)")
    lines.append("  \(style.dim("fix")) \(diagnostic.fix.shown)")
    return lines.joined(separator: "\n")
  }
}

/// A line of a document with a mark under the place that a finding is about.
package struct Excerpt {
  /// The part of the line around the place, safe for a terminal.
  package let line: String
  /// The rest of the line, from the place on.
  let rest: String
  /// The place's offset in columns of a terminal.
  package let indent: Int

  /// - Parameters:
  ///   - line: a line of the document, without its newline.
  ///   - column: from 1, in Unicode scalars.
  ///   - width: the columns that a row with its number has.
  package init(_ line: some StringProtocol, column: Int, width: Int) {
    let widest = (before: min(60, max(8, (width - 12) * 6 / 10)), after: min(40, max(8, (width - 12) * 4 / 10)))
    let place = max(0, column - 1)
    let start = max(0, place - widest.before)
    // A document may be one line of a megabyte, so only the visible part is copied.
    let window = Array(line.unicodeScalars.dropFirst(start).prefix(place - start + widest.after + 1))
    let middle = min(place - start, window.count)
    let end = min(middle + widest.after, window.count)
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

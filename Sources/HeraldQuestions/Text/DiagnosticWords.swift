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

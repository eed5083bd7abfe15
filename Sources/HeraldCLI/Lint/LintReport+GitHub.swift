import Herald
import HeraldQuestions

extension LintReport {
  /// An annotation for each finding, at the range that it is about.
  var annotations: String {
    let text = LintedText(text)
    return findings.map { finding in
      let region = text.region(of: finding)
      // GitHub takes columns only of a range in one line.
      let isOneLine = region.map { $0.startLine == $0.endLine } ?? false
      let level = finding.severity == .note ? "notice" : finding.severity.rawValue
      return GitHubCommand.annotation(
        level,
        [
          "file": file == "-" ? nil : RepositoryPath.relative(file) ?? file,
          "line": region.map { "\($0.startLine)" }, "endLine": region.map { "\($0.endLine)" },
          "col": isOneLine ? region.map { "\($0.startColumn)" } : nil,
          // SARIF's end is after the range, and GitHub's is in it.
          "endColumn": isOneLine ? region.map { "\(max($0.startColumn, $0.endColumn - 1))" } : nil,
          "title": "herald lint [\(finding.code.name)]",
        ], lines(about: finding).joined(separator: "\n"))
    }.joined()
  }

  /// The part of a step's summary about this document: a row for each finding.
  var markdown: String {
    guard !findings.isEmpty else { return "**\(StepSummary.escaped(file))**: no findings\n\n" }
    let rows = findings.map { finding in
      let place = finding.place.map { "\($0.line):\($0.column)" } ?? ""
      let cells = [finding.severity.rawValue, finding.code.name, place, finding.what, finding.fix]
      return "| " + cells.map(StepSummary.escaped).joined(separator: " | ") + " |\n"
    }
    return "**\(StepSummary.escaped(file))**\n\n| | code | place | finding | fix |\n| --- | --- | --- | --- | --- |\n"
      + rows.joined() + "\n"
  }

  /// A finding in lines: what, why, the fix, and whom it touches.
  private func lines(about finding: Diagnostic) -> [String] {
    [finding.what, Self.sentence("Why", finding.why), Self.sentence("Fix", finding.fix)]
      + (reach.map { [Self.sentence("Touches", Self.words($0, finding))] } ?? [])
  }

  private static func sentence(_ title: String, _ clause: String) -> String {
    "\(title): \(clause)\(clause.last.map { "?.!".contains($0) } ?? false ? "" : ".")"
  }

  /// A finding in one paragraph.
  func sentences(about finding: Diagnostic) -> String { lines(about: finding).joined(separator: " ") }
}

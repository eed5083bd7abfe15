import Herald
import HeraldQuestions

/// Prints the reports on documents in a format.
struct LintOutput {
  private let format: LintFormat

  init(_ format: LintFormat) { self.format = format }

  /// Prints one report; nothing in a format that is one document about all.
  func write(_ report: LintReport) throws {
    switch format {
    case .human: try StandardOutput.say(report.words(.output, width: TerminalWidth.output))
    case .json: try StandardOutput.write(report.json)
    case .github: try StandardOutput.write(report.annotations)
    case .sarif: break
    }
  }

  func end(_ reports: [LintReport]) throws {
    switch format {
    case .human: try StandardOutput.say(Self.summary(of: reports) + "\n")
    case .json: break
    case .sarif: try StandardOutput.write(SARIFLog(reports).json)
    case .github:
      let summary = Self.summary(of: reports)
      try StandardOutput.write(summary + "\n")
      try StepSummary.append("## herald lint\n\n\(summary)\n\n" + reports.map(\.markdown).joined())
    }
  }

  /// The totals, such as `1 error, 0 warnings, 2 notes in 1 document`.
  private static func summary(of reports: [LintReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let words = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.note, "note")].map { severity, word in
      findings.count { $0.severity == severity }.of(word, word + "s")
    }
    return words.joined(separator: ", ") + " in " + reports.count.of("document", "documents")
  }
}

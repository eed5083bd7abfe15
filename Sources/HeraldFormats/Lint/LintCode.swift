public import Herald

/// A code that each ``LintCheck`` has for what it finds.
public struct LintCode: ExplainedCode {
  /// Stable and searchable, such as `forcedForever`.
  public let name: String
  public let severity: Diagnostic.Severity
  /// What is looked for, in a few words.
  public let summary: String

  public static let kind = "finding of `herald lint`"

  public static var allCases: [LintCode] { Lint.checks.map(\.code) }

  public var explanation: CodeExplanation {
    let meaning = severity == .note ? "may not be" : "is probably not"
    return CodeExplanation(
      summary.prefix(1).uppercased() + summary.dropFirst() + ".",
      when: "A \(severity.rawValue): it can be read, and \(meaning) meant so.",
      fix: "`herald lint POLICY` shows the place, why it matters, and what to write instead.")
  }
}

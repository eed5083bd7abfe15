public import Herald

/// The code of a ``LintCheck``'s findings.
public struct LintCode: ExplainedCode {
  /// Stable and searchable, such as `forcedForever`.
  public let name: String
  /// The severity of the findings.
  public let severity: Diagnostic.Severity
  /// The mistake in a few words.
  public let summary: String

  /// The kind of code, as `herald explain` names it.
  public static let kind = "finding of `herald lint`"

  /// The codes of all checks, in their order.
  public static var allCases: [LintCode] { Lint.checks.map(\.code) }

  /// The meaning of the code, the occasion at which it appears, and the way to fix the document.
  public var explanation: CodeExplanation {
    let appears =
      switch severity {
      case .error: "An error: it can be read, and does not do what it is for."
      case .warning: "A warning: it can be read, and is probably not meant so."
      case .note: "A note: it can be read, and may not be meant so."
      }
    return CodeExplanation(
      summary.prefix(1).uppercased() + summary.dropFirst() + ".",
      when: appears,
      fix: "`herald lint POLICY` shows the place, why it matters, and what to write instead.")
  }
}

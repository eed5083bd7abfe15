public import Herald

/// A finding about a log or ledger.
public typealias LogDiagnostic = Diagnostic

extension Diagnostic {
  package init(
    _ code: some ExplainedCode, _ severity: Severity = .error, what: String, file: String, line: Int? = nil,
    column: Int = 1,
    pointer: String = "", why: String, fix: String
  ) {
    self.init(
      code, severity, what: what, file: file,
      place: line.map { DocumentPlace(line: $0, column: column, pointer: pointer) }, why: why, fix: fix)
  }
}

/// A log that is refused as a whole, because some of its lines are bad.
public struct LogRefused: DiagnosticError, Sendable {
  /// The bad lines in order, not more than ``shownAtMost``.
  public let diagnostics: [Diagnostic]
  /// The number of bad lines.
  public let badLines: Int
  /// The number of all lines.
  public let lines: Int

  /// The largest number of diagnostics that an error carries.
  public static let shownAtMost = 20

  /// ``ExitStatus/invalid``, because a refused log is bad input.
  public var exitStatus: ExitStatus { .invalid }

  package init(diagnostics: [Diagnostic], badLines: Int, lines: Int) {
    self.diagnostics = diagnostics
    self.badLines = badLines
    self.lines = lines
  }

  /// Makes an error for something that is refused because of each of these findings.
  public init(_ diagnostics: [Diagnostic]) { self.init(diagnostics: diagnostics, badLines: 0, lines: 0) }

  /// Makes an error for a log that lacks the requested data.
  public init(_ diagnostic: Diagnostic) { self.init(diagnostics: [diagnostic], badLines: 0, lines: 0) }
}

public import Herald

/// A finding about a log or ledger.
public typealias LogDiagnostic = Diagnostic

extension Diagnostic {
  init(
    _ code: some ExplainedCode, _ severity: Severity = .error, what: String, file: String, line: Int? = nil,
    column: Int = 1,
    pointer: String = "", why: String, fix: String
  ) {
    self.init(
      code, severity, what: what, file: file,
      place: line.map { DocumentPlace(line: $0, column: column, pointer: pointer) }, why: why, fix: fix)
  }
}

/// A log of which nothing is taken, because lines of it are bad.
public struct LogRefused: DiagnosticError, Sendable {
  /// The bad lines in order, not more than ``shownAtMost``.
  public let diagnostics: [Diagnostic]
  /// How many lines are bad.
  public let badLines: Int
  /// How many lines there are in all.
  public let lines: Int

  public static let shownAtMost = 20

  /// A log that is refused is bad input, whatever is wrong with it.
  public var exitStatus: ExitStatus { .invalid }

  init(diagnostics: [Diagnostic], badLines: Int, lines: Int) {
    self.diagnostics = diagnostics
    self.badLines = badLines
    self.lines = lines
  }

  /// Something of which nothing is taken, because of each of these findings.
  public init(_ diagnostics: [Diagnostic]) { self.init(diagnostics: diagnostics, badLines: 0, lines: 0) }

  /// A log of which something was asked that it doesn't have.
  public init(_ diagnostic: Diagnostic) { self.init(diagnostics: [diagnostic], badLines: 0, lines: 0) }
}

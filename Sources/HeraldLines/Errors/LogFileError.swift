public import Herald
package import SystemPackage

/// A file that cannot be opened, read or written.
public struct LogFileError: DiagnosticError, Hashable, Sendable {
  /// The failure, its reason and the fix.
  public let diagnostic: LogDiagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  package init(opening path: String, _ error: Errno) {
    diagnostic = LogDiagnostic(
      FileCode.cannotOpen, what: "`\(path)` cannot be opened.", file: path, why: error.description,
      fix: "check the path and the permissions")
  }

  package init(reading path: String, _ error: Errno) {
    diagnostic = LogDiagnostic(
      FileCode.cannotRead, what: "`\(path)` cannot be read to its end.", file: path, why: error.description,
      fix: error == .noSpace ? "free some space for temporary files, or set TMPDIR" : "check the disk and try again")
  }

  package init(_ code: FileCode, what: String, file: String, why: String, fix: String) {
    diagnostic = LogDiagnostic(code, what: what, file: file, why: why, fix: fix)
  }

  /// A file that does not fulfil the requirements of a module above.
  package init(_ code: some ExplainedCode, what: String, file: String, why: String, fix: String) {
    diagnostic = LogDiagnostic(code, what: what, file: file, why: why, fix: fix)
  }
}

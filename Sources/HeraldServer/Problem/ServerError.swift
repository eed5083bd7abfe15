public import Herald

/// Why the server cannot start, or a command cannot change its folder.
public struct ServerError: DiagnosticError, Sendable {
  /// What failed, why, and what helps.
  public let diagnostic: Diagnostic
  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: ServerCode, _ what: String, file: String? = nil, why: String, fix: String? = nil) {
    diagnostic = Diagnostic(code, .error, what: what, file: file, why: why, fix: fix ?? code.explanation.fix)
  }

  init(_ code: CopyCode, _ what: String, file: String, why: String, fix: String? = nil) {
    diagnostic = Diagnostic(code, .error, what: what, file: file, why: why, fix: fix ?? code.explanation.fix)
  }
}

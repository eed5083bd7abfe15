public import Herald

/// An error that keeps the server from starting, or a command from changing its folder.
public struct ServerError: DiagnosticError, Sendable {
  /// The failure, its cause and its remedy.
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

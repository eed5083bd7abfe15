import Herald

/// A step that cannot be taken.
struct StepFault: DiagnosticError {
  /// The finding without its place. A script adds its line, and typed steps have none.
  private(set) var diagnostic: Diagnostic

  var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: PhoneCode, _ what: String, why: String, fix: String) {
    diagnostic = Diagnostic(code, .error, what: what, why: why, fix: fix)
  }

  /// Makes the fault of a step that asks for something that the log does not have.
  init(_ unanswered: Diagnostic, fix: String) {
    diagnostic = unanswered
    diagnostic.file = nil
    diagnostic.place = nil
    diagnostic.fix = fix
  }

  /// The fault of a script's line.
  func diagnostic(_ script: String, line: Int) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.file = script
    diagnostic.place = DocumentPlace(line: line, column: 1, pointer: "")
    return diagnostic
  }
}

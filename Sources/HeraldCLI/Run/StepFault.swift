import Herald

/// A step that cannot be taken.
struct StepFault: DiagnosticError {
  /// Without a place: a script adds its line, and what a person types has none.
  private(set) var diagnostic: Diagnostic

  var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: PhoneCode, _ what: String, why: String, fix: String) {
    diagnostic = Diagnostic(code, .error, what: what, why: why, fix: fix)
  }

  /// What a log has no answer to, where a step asks it.
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

/// An error that says what was wrong, where, why and what to do.
public protocol DiagnosticError: Error {
  /// At least one, the first the gravest.
  var diagnostics: [Diagnostic] { get }
  /// What a command ends with that throws it.
  var exitStatus: ExitStatus { get }
}

extension DiagnosticError {
  public var exitStatus: ExitStatus { diagnostics.first?.code.explanation.exitStatus ?? .couldNotRun }
}

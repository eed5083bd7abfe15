/// An error that consists of findings.
public protocol DiagnosticError: Error {
  /// At least one finding, the most serious first.
  var diagnostics: [Diagnostic] { get }
  /// The exit status of a command that throws the error.
  var exitStatus: ExitStatus { get }
}

extension DiagnosticError {
  /// The exit status of the first finding's code.
  public var exitStatus: ExitStatus { diagnostics.first?.code.explanation.exitStatus ?? .couldNotRun }
}

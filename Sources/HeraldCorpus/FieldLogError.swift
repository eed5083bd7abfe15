public import Herald

/// The error of a corpus or a case that cannot be read.
public struct FieldLogError: DiagnosticError, CustomStringConvertible {
  /// The fault: what is wrong, where, why, and how to fix it.
  public let diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  /// The diagnostic in one line.
  public var description: String {
    let place = diagnostic.place.map { "\(diagnostic.file ?? ""):\($0.line):\($0.column): " } ?? ""
    return "\(place)\(diagnostic.what) Why: \(diagnostic.why). Fix: \(diagnostic.fix)."
  }

  package init(_ code: CorpusCode, what: String, file: String, place: DocumentPlace? = nil, why: String, fix: String) {
    diagnostic = Diagnostic(code, .error, what: what, file: file, place: place, why: why, fix: fix)
  }
}

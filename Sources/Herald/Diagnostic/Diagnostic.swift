/// A finding: what, where, why and the fix.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// Something is refused or left out because of it.
    case error
    /// It's read, and probably not meant so.
    case warning
    /// Good to know.
    case note
  }

  public let code: Code
  public var severity: Severity
  /// One sentence, input in backticks.
  public let what: String
  /// In which file, where it is known.
  public var file: String?
  public var place: DocumentPlace?
  public let why: String
  public var fix: String

  public init(
    _ code: some ExplainedCode, _ severity: Severity, what: String, file: String? = nil, place: DocumentPlace? = nil,
    why: String,
    fix: String
  ) {
    self.code = Code(code)
    self.severity = severity
    self.what = what
    self.file = file
    self.place = place
    self.why = why
    self.fix = fix
  }

  /// `file:line:column pointer`, as much of it as is known.
  public var location: String {
    var parts: [String] = []
    if let file { parts.append(file) }
    if let place {
      parts.append("\(place.line)")
      parts.append("\(place.column)")
    }
    let pointer = place?.pointer ?? ""
    return parts.joined(separator: ":") + (pointer.isEmpty ? "" : (parts.isEmpty ? "" : " ") + pointer)
  }
}

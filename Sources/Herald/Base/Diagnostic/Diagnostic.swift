/// A finding about a document, a log or a file: what is wrong, where, why, and how to fix it.
///
/// ```swift
/// for finding in Formats.read(document).diagnostics where finding.severity == .error {
///   print("\(finding.location): \(finding.what) \(finding.why); \(finding.fix) [\(finding.code)]")
/// }
/// ```
public struct Diagnostic: Hashable, Sendable {
  /// The consequence of a finding.
  public enum Severity: String, Hashable, Sendable {
    /// Something is refused or left out.
    case error
    /// The input is read, but it probably does not mean what its author intended.
    case warning
    /// The input is fine. The finding is useful to know.
    case note
  }

  /// The stable code, such as `invalidRule`.
  public let code: Code
  /// The consequence of the finding.
  public var severity: Severity
  /// The fault, its cause and its remedy.
  package var words: Finding
  /// The file's name; nil where it is unknown.
  public var file: String?
  /// The place in the file or document; nil where it is unknown.
  public var place: DocumentPlace?

  /// Makes a finding. File and place may be unknown.
  public init(
    _ code: some ExplainedCode, _ severity: Severity, what: String, file: String? = nil, place: DocumentPlace? = nil,
    why: String, fix: String
  ) {
    self.init(code, severity, Finding(what, why: why, fix: fix), file: file, place: place)
  }

  /// Makes a finding of its words. File and place may be unknown.
  package init(
    _ code: some ExplainedCode, _ severity: Severity, _ words: Finding, file: String? = nil,
    place: DocumentPlace? = nil
  ) {
    self.code = Code(code)
    self.severity = severity
    self.words = words
    self.file = file
    self.place = place
  }

  /// The fault, in one sentence with the input in backticks.
  public var what: String { words.what }
  /// The reason why it is wrong, as a clause.
  public var why: String { words.why }
  /// The remedy, as a clause.
  public var fix: String {
    get { words.fix }
    set { words.fix = newValue }
  }

  /// The known parts of `file:line:column pointer`; empty where no part is known.
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

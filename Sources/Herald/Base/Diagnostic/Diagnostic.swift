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

extension Diagnostic {
  /// A code of any enumeration that conforms to ``ExplainedCode``. Codes of the same name and kind are equal.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let code: any ExplainedCode

    /// Wraps a code of an enumeration.
    public init(_ code: some ExplainedCode) { self.code = code }

    /// The stable, searchable name, such as `invalidRule`.
    public var name: String { code.name }
    /// The kind of code, such as `finding in a document`.
    public var kind: String { type(of: code).kind }
    /// The meaning of the code, when it appears, and what to do about it.
    public var explanation: CodeExplanation { code.explanation }
    /// The name.
    public var description: String { name }

    /// Compares names and kinds.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.kind == right.kind }

    /// Hashes name and kind.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(kind)
    }
  }
}

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

/// A place in a document.
public struct DocumentPlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The JSON pointer (RFC 6901), such as `/updates/0/filters`; empty for the whole document.
  public let pointer: String

  /// Makes a place.
  public init(line: Int, column: Int, pointer: String) {
    self.line = line
    self.column = column
    self.pointer = pointer
  }
}

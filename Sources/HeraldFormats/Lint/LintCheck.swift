public import Herald

/// A check for one mistake in documents that can be read.
public struct LintCheck: Sendable {
  /// The code of the check's findings, with their severity and the mistake in a few words.
  public let code: LintCode
  let inspect: @Sendable (LintedPolicy) -> [LintFinding]

  /// A check of the document as a whole.
  init(
    _ code: String, _ severity: Diagnostic.Severity, _ summary: String,
    policy inspect: @escaping @Sendable (LintedPolicy) -> [LintFinding]
  ) {
    self.code = LintCode(name: code, severity: severity, summary: summary)
    self.inspect = inspect
  }

  /// A check of each rule by itself.
  init(
    _ code: String, _ severity: Diagnostic.Severity, _ summary: String,
    rule inspect: @escaping @Sendable (LintedRule) -> [LintFinding]
  ) {
    self.init(code, severity, summary, policy: { $0.rules.flatMap(inspect) })
  }

  /// A check of the texts of each rule, and of each variant, by themselves.
  init(
    _ code: String, _ severity: Diagnostic.Severity, _ summary: String,
    texts inspect: @escaping @Sendable (LintedTexts) -> [LintFinding]
  ) {
    self.init(code, severity, summary, policy: { $0.rules.flatMap(\.allTexts).flatMap(inspect) })
  }

  /// A check of each filter by itself, including the filters of segments and of `reviewVersions`.
  init(
    _ code: String, _ severity: Diagnostic.Severity, _ summary: String,
    filter inspect: @escaping @Sendable (LintedFilter) -> LintFinding?
  ) {
    self.init(code, severity, summary, policy: { $0.filters.compactMap(inspect) })
  }

  func diagnostic(_ finding: LintFinding, in json: DocumentJSON, _ index: inout NodeIndex) -> Diagnostic {
    Diagnostic(
      code, code.severity, finding.words, place: json.place(index.node(at: finding.pointer), finding.pointer))
  }
}

/// A finding of a check, and its place.
struct LintFinding: Sendable {
  /// The JSON pointer in the document.
  let pointer: String
  let words: Finding

  init(pointer: String, what: String, why: String, fix: String) {
    self.pointer = pointer
    words = Finding(what, why: why, fix: fix)
  }
}

/// Quotes input for a finding: in backticks, and at most 80 scalars of it.
func quoted(_ text: some StringProtocol) -> String {
  let limit = 80
  let scalars = text.unicodeScalars
  return scalars.count <= limit ? "`\(text)`" : "`\(String(String.UnicodeScalarView(scalars.prefix(limit))))…`"
}

extension JSONNode {
  /// The value at a JSON pointer (RFC 6901), or its nearest ancestor that exists.
  package func node(at pointer: String) -> JSONNode {
    var node = self
    for token in pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
      let token = String(Substring(token))
      switch node.value {
      case .object(let members):
        guard let member = members.first(where: { ExactString(JSONPointer.token($0.name)) == ExactString(token) })
        else {
          return node
        }
        node = member.node
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return node }
        node = elements[index]
      default: return node
      }
    }
    return node
  }
}

/// The code of a ``LintCheck``'s findings.
public struct LintCode: ExplainedCode {
  /// Stable and searchable, such as `forcedForever`.
  public let name: String
  /// The severity of the findings.
  public let severity: Diagnostic.Severity
  /// The mistake in a few words.
  public let summary: String

  /// The kind of code, as `herald explain` names it.
  public static let kind = "finding of `herald lint`"

  /// The codes of all checks, in their order.
  public static var allCases: [LintCode] { Lint.checks.map(\.code) }

  /// The meaning of the code, the occasion at which it appears, and the way to fix the document.
  public var explanation: CodeExplanation {
    let appears =
      switch severity {
      case .error: "An error: it can be read, and does not do what it is for."
      case .warning: "A warning: it can be read, and is probably not meant so."
      case .note: "A note: it can be read, and may not be meant so."
      }
    return CodeExplanation(
      summary.prefix(1).uppercased() + summary.dropFirst() + ".",
      when: appears,
      fix: "`herald lint POLICY` shows the place, why it matters, and what to write instead.")
  }
}

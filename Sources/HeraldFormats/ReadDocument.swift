public import Herald

/// The result of reading a document: a policy or a refusal, and every finding.
public struct ReadDocument: Sendable {
  /// The policy, or the reason why the document is refused.
  public private(set) var reading: Reading
  /// The findings in reading order. After 1,000 a note replaces the rest.
  public let diagnostics: [Diagnostic]
  /// Number of rules or rows that are left out, because they cannot be read, or a row repeats another.
  public private(set) var leftOut = 0

  /// Accepts a document.
  ///
  /// - Parameters:
  ///   - policy: its rules.
  ///   - diagnostics: the findings, in reading order.
  ///   - leftOut: the number of rules that cannot be read.
  public init(_ policy: Policy, _ diagnostics: [Diagnostic] = [], leftOut: Int = 0) {
    self.leftOut = leftOut
    reading = .accepted(policy)
    self.diagnostics = diagnostics
  }

  package init(refused reason: RefusalReason, _ diagnostics: Diagnostic...) {
    reading = .refused(reason)
    self.diagnostics = diagnostics
  }

  /// Refuses a document.
  ///
  /// - Parameters:
  ///   - reason: the reason for the refusal.
  ///   - diagnostics: the findings, in reading order.
  public init(refused reason: RefusalReason, _ diagnostics: [Diagnostic]) {
    reading = .refused(reason)
    self.diagnostics = diagnostics
  }

  /// The same without the addresses of the fetch, which this format's rules never use.
  func forAnyURL() -> ReadDocument {
    guard case .accepted(let policy) = reading else { return self }
    var read = self
    read.reading = .accepted(policy.forAnyURL())
    return read
  }
}

/// The findings of one document, at most as many as a person reads. A hostile document of 1 MiB can cause half a
/// million of them.
extension [Diagnostic] {
  static let mostFindings = 1000

  /// True if further findings are dropped.
  var isFull: Bool { count > Self.mostFindings }

  /// Appends a finding up to the limit, and then one finding that says so.
  mutating func record(_ finding: Diagnostic) {
    if count < Self.mostFindings {
      append(finding)
    } else if count == Self.mostFindings {
      append(
        Diagnostic(
          DocumentCode.moreFindings, .note, what: "There is more to find in this document.",
          why: "only the first \(Self.mostFindings) findings are kept", fix: "correct these first"))
    }
  }

  mutating func record(all findings: some Sequence<Diagnostic>) {
    for finding in findings { record(finding) }
  }
}

/// Thrown to stop reading and refuse the whole document.
struct Refused: Error {
  let reason: RefusalReason
  let diagnostic: Diagnostic

  /// The same finding for another reason.
  init(_ reason: RefusalReason, _ finding: Diagnostic) {
    self.init(reason, what: finding.what, place: finding.place, why: finding.why, fix: finding.fix)
  }

  init(_ reason: RefusalReason, what: String, place: DocumentPlace?, why: String, fix: String) {
    self.reason = reason
    diagnostic = Diagnostic(reason, .error, what: what, place: place, why: why, fix: fix)
  }
}

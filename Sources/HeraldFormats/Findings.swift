import Herald

/// The findings of one document, at most as many as a person reads. A hostile document of 1 MiB can cause half a
/// million of them.
extension [Diagnostic] {
  static let mostFindings = 1000

  /// True if further findings are dropped.
  var isFull: Bool { count > Self.mostFindings }

  /// Appends a finding up to the limit, and then one finding that says so.
  mutating func note(_ finding: Diagnostic) {
    if count < Self.mostFindings {
      append(finding)
    } else if count == Self.mostFindings {
      append(
        Diagnostic(
          DocumentCode.moreFindings, .note, what: "There is more to find in this document.",
          why: "only the first \(Self.mostFindings) findings are kept", fix: "correct these first"))
    }
  }

  mutating func note(all findings: some Sequence<Diagnostic>) {
    for finding in findings { note(finding) }
  }
}

import Herald

/// What reading a document finds, up to a number that somebody still reads: a hostile document of 1 MiB has half a
/// million things to find.
extension [Diagnostic] {
  static let mostFindings = 1000

  /// Adds a finding while there is room.
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

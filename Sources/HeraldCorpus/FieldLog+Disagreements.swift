import Herald

extension FieldLog {
  /// The differences between the outcome and the expectation, as sentences; empty where they agree.
  ///
  /// A difference that all readers find is listed once. For a case without `expect.jsonl` it writes one and returns a
  /// difference, so that somebody reads the file; but it writes no refusal, unless `case.json` has `refusedLine`.
  ///
  /// - Parameter readers: the ways to read the log; all by default.
  /// - Throws: ``FieldLogError``, and the errors of reading and writing the case's files.
  public func disagreements(_ readers: [Reader] = Reader.allCases) throws -> [String] {
    let comparison = try comparison(readers)
    if comparison.hasExpectation { return comparison.disagreements.flatMap(\.sentences) }
    if let refused = comparison.unexpectedRefusal?.diagnostics.first {
      return [
        "`\(name)` has no expectation, and its log is refused: \(refused.location): \(refused.what) Correct it, or add "
          + "`refusedLine` to its case.json if it must be refused."
      ]
    }
    try write(comparison.outcome)
    return [
      "`\(name)` had no expectation. It is written now: read \(expectation.path), and run the tests again if it is right."
    ]
  }

  /// The differences between lines of an outcome and the expectation. The order of streams and of keys is ignored, and so
  /// is a field that the expectation may lack.
  ///
  /// - Throws: ``FieldLogError`` where a line is not JSON.
  public func disagreements(of lines: [String], with expected: String) throws -> [String] {
    let expected = try OutcomeLines(
      expected.split(separator: "\n", omittingEmptySubsequences: false), file: expectation.path)
    let actual = try OutcomeLines(lines.map { Substring($0) }, file: "the outcome")
    var added: [Set<FieldPlace>] = []
    return expected.differences(to: actual, added: &added).flatMap(\.sentences)
  }
}

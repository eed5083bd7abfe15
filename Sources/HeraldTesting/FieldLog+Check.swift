@_exported public import HeraldCorpus
import Testing

extension FieldLog {
  /// Records an issue of Swift Testing for each difference between the outcome and the expectation.
  ///
  /// An issue names the case, the decision or state that differs, the JSON pointer and both values. A difference that
  /// all readers find is one issue. Where a decision differs, the first issue has the smallest log in which it still
  /// does. For a case without `expect.jsonl` it writes one and records an issue, so that somebody reads the file.
  ///
  /// ```swift
  /// @Test("what happened in the field still follows", arguments: try FieldLog.all(in: "Events"))
  /// func fieldLog(_ log: FieldLog) throws {
  ///   try log.check()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - readers: the ways to read the log; all by default.
  ///   - fileID: the place of the issues, like the parameters after it: by default the caller's.
  ///   - filePath: its file's path.
  ///   - line: its line.
  ///   - column: its column.
  /// - Throws: ``FieldLogError``, and the errors of reading and writing the case's files.
  public func check(
    _ readers: [Reader] = Reader.allCases, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let disagreements = try disagreements(readers)
    // With the first issue, because it belongs to the first decision that differs.
    var small = ""
    if !disagreements.isEmpty {
      small = SmallestDifference(in: self, try comparison(readers).disagreements).map { "\n" + $0.words() } ?? ""
    }
    for disagreement in disagreements {
      Issue.record(Comment(rawValue: "\(name): \(disagreement)\(small)"), sourceLocation: location)
      small = ""
    }
  }
}

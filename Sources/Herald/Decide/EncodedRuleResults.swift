/// The `rules` array of decisions under one policy, encoded ahead piece by piece.
///
/// Most of a decision's line is that array, and for one policy it differs only in the test that each rule failed.
struct EncodedRuleResults: Sendable {
  /// For each rule the piece before its test; then a piece for no test and one for each test.
  private let bytes: [UInt8]
  /// Offset of each piece, and of the end.
  private let starts: [Int]
  private let ruleCount: Int
  /// Upper bound of one rule's piece and one test's piece together.
  private let longest: Int

  init(_ rules: [Rule]) {
    var writer = JSONWriter()
    var starts = [0]
    for rule in rules {
      if starts.count == 1 { writer.raw("{") } else { writer.raw(",{") }
      writer.member("rule", rule.id)
      writer.name("failed" as StaticString)
      starts.append(writer.output.count)
    }
    for test in [nil] + RuleTests.inOrder {
      writer.word(test)
      writer.raw("}")
      starts.append(writer.output.count)
    }
    bytes = writer.bytes
    let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
    longest = (lengths.prefix(rules.count).max() ?? 0) + (lengths.dropFirst(rules.count).max() ?? 0)
    self.starts = starts
    ruleCount = rules.count
  }

  /// Appends one object for each rule that was looked at, with commas between them.
  func write(_ failures: Failures, into output: inout ByteOutput) {
    bytes.withBorrowedBytes { bytes in
      let starts = starts.span
      let count = min(failures.count, ruleCount)
      output.append(atMost: count * longest) { free in
        for index in 0..<count {
          free.append(bytes.extracting(starts[index]..<starts[index + 1]))
          let test = ruleCount + failures.code(index)
          free.append(bytes.extracting(starts[test]..<starts[test + 1]))
        }
      }
    }
  }
}

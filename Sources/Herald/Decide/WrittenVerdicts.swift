/// What decisions under a policy say of its rules, as JSON that is ready to be copied.
///
/// Most of a decision's line is that, and the same for every device but for which test a rule failed.
struct WrittenVerdicts: Sendable {
  /// One piece after another: of each rule what comes before the test, then of no test and of each test what comes after.
  private let bytes: [UInt8]
  /// Where each piece begins, and the end.
  private let starts: [Int]
  private let rules: Int
  /// A rule's piece and a test's take so much at most.
  private let longest: Int

  init(_ rules: [Rule]) {
    var writer = JSONWriter()
    var starts = [0]
    for rule in rules {
      writer.raw(starts.count == 1 ? "{\"rule\":" : ",{\"rule\":")
      writer.string(rule.id)
      writer.raw(",\"failed\":")
      starts.append(writer.output.count)
    }
    for test in [nil] + RuleTest.inOrder {
      writer.word(test)
      writer.raw("}")
      starts.append(writer.output.count)
    }
    bytes = writer.bytes
    let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
    longest = (lengths.prefix(rules.count).max() ?? 0) + (lengths.dropFirst(rules.count).max() ?? 0)
    self.starts = starts
    self.rules = rules.count
  }

  /// Appends an object for each rule that was looked at, with commas between them.
  func write(_ failures: Failures, into output: inout ByteOutput) {
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        guard let base = bytes.baseAddress else { return }
        let count = min(failures.count, rules)
        output.append(atMost: count * longest) { place in
          var end = place
          func copy(_ piece: Int) {
            let length = starts[piece + 1] - starts[piece]
            end.update(from: base + starts[piece], count: length)
            end += length
          }
          for index in 0..<count {
            copy(index)
            copy(rules + failures.code(index))
          }
          return end - place
        }
      }
    }
  }
}

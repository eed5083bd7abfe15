import ArgumentParser
import Herald
import HeraldQuestions

/// The number of cases for each verdict.
struct TestTotals {
  private(set) var counts: [CaseVerdict: Int] = [:]
  private(set) var couldNotRun = false

  mutating func record(_ tested: TestedCase) {
    counts[tested.verdict, default: 0] += 1
    if tested.status == .couldNotRun { couldNotRun = true }
  }

  subscript(verdict: CaseVerdict) -> Int { counts[verdict] ?? 0 }

  var cases: Int { counts.values.reduce(0, +) }

  /// The error to throw at the end; nil where all cases agree.
  var failure: ExitCode? {
    if couldNotRun { return Failure.couldNotRun }
    if self[.invalid] > 0 { return Failure.invalid }
    return self[.disagrees] + self[.noExpectation] > 0 ? Failure.disagreement : nil
  }

  /// The totals in one line, such as `149 cases: 148 agree, 1 disagrees`.
  var words: String {
    let parts = [
      (self[.agrees], "agrees", "agree"), (self[.disagrees], "disagrees", "disagree"),
      (self[.noExpectation], "has no expectation", "have no expectation"),
      (self[.invalid], "is invalid", "are invalid"), (self[.accepted], "is accepted", "are accepted"),
    ].filter { $0.0 > 0 }.map { $0.0.of($0.1, $0.2) }
    return cases.of("case", "cases") + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
  }

  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("cases", cases)
      $0.member("agree", self[.agrees])
      $0.member("disagree", self[.disagrees])
      $0.member("noExpectation", self[.noExpectation])
      $0.member("invalid", self[.invalid])
      if self[.accepted] > 0 { $0.member("accepted", self[.accepted]) }
    }
    return output.bytes
  }
}

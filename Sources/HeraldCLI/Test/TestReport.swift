import ArgumentParser
import Herald
import HeraldQuestions
import HeraldInbox
import HeraldRuntime

/// Prints what a test of a corpus finds, as it finds it; a JUnit report at its end.
struct TestReport {
  private let format: TestFormat
  private let showsAll: Bool
  private var totals = TestTotals()
  private var junit = JUnitReport(at: DeviceTime.current.moment)
  private var markdown = ""

  init(_ format: TestFormat, showsAll: Bool) {
    self.format = format
    self.showsAll = showsAll
  }

  mutating func tested(_ tested: TestedCase) throws {
    totals.record(tested)
    let isShown = showsAll || tested.verdict != .agrees
    switch format {
    case .human: if isShown { try StandardOutput.say(tested.words(.output) + "\n") }
    case .json: try StandardOutput.write(tested.json)
    case .junit:
      junit.add(tested)
      // The report is for a program, so a person reads the same on standard error.
      if isShown { StandardError.write(tested.words(.error) + "\n") }
    case .github:
      try StandardOutput.write(tested.annotations)
      if tested.verdict != .agrees { markdown += tested.markdown }
    }
  }

  /// Ends the report.
  ///
  /// - Parameter promises: the promises beside policies, for a JUnit report.
  /// - Returns: the exit status of cases that do not agree; nil where all agree.
  func end(with promises: [JudgedPromises]) throws -> ExitCode? {
    switch format {
    // A folder with promises and without a case has no totals.
    case .human where totals.cases == 0 && !promises.isEmpty, .github where totals.cases == 0 && !promises.isEmpty:
      break
    case .human: try StandardOutput.say(totals.words + "\n")
    case .json: try StandardOutput.write(totals.json)
    case .junit:
      var junit = junit
      for judged in promises { junit.add(judged) }
      try StandardOutput.write(junit.xml)
      StandardError.write(totals.words + "\n")
    case .github:
      try StandardOutput.write(totals.words + "\n")
      try StepSummary.append("## herald test\n\n\(totals.words)\n\n" + markdown)
    }
    return totals.failure
  }
}

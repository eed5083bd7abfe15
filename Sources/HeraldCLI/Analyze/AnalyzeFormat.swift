import ArgumentParser
import Herald
import HeraldQuestions

/// The format of the answer of `herald analyze`.
enum AnalyzeFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, sarif

  /// The format where none was chosen.
  static var usual: AnalyzeFormat { StandardOutput.isTerminal ? .human : .json }
}

/// The format option of an analysis.
struct AnalyzeOutput: ParsableArguments {
  @Option(
    help: """
      human, json (one object per line), or for the rules of a policy sarif; default: human on a terminal, else json.
      """)
  var format: AnalyzeFormat?

  @Flag(help: "Print a long answer at once, without a pager.")
  var noPager = false

  /// Prints an answer.
  func write(_ answer: some LogAnswer, _ words: @autoclosure () -> String) throws {
    switch format ?? .usual {
    case .human: try StandardOutput.say(words())
    case .json: try StandardOutput.write(answer.json)
    // Only an answer about rules has findings.
    case .sarif: break
    }
  }

  /// Prints the findings about a document as a SARIF log, where that is the format.
  func write(_ findings: [Diagnostic], about input: PolicyInput) throws {
    guard format == .sarif else { return }
    let report = LintReport(file: input.name, text: input.text, findings: findings)
    try StandardOutput.write(SARIFLog([report]).json)
  }
}

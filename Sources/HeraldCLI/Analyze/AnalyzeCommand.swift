import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldQuestions

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Says for every device that there could be whether each rule of a policy can be shown.",
    discussion: """
      A rule is shown, never shown, or not decided. Shown is proved by a log: a device, a moment and a history of an app \
      that does what is decided, under this document alone, replayed before it is printed. Never shown is proved by \
      classes: the filters, versions and languages of a document tell devices apart in finitely many ways, and earlier \
      rules are shown first in all of them. It says which: the fewest rules that are enough. Whatever neither proves is \
      not decided, with the limit that was met.

      Properties, draws, times, triggers and operations are free; no push has arrived. With --from only what is still to \
      come counts.

      It also says which rules have no text for a device that they are for, which force leads nowhere that its device \
      can open, which force no version of the app ends, and which rule waits behind a milder one. endedBy is the lowest \
      version of the app, not lower than the installed one, with which the device of the log sees neither a forced \
      update nor an end of service.

      --fail-if compares a figure of the summary with a number, and ends with status 2 where that holds: \
      \(AnalyzeFigure.known). -o keeps the log of each answer, for herald why and herald test.

      Examples:
        herald analyze policy.json
        herald analyze policy.json --from 2026-12-01T00:00:00Z --format json
        herald analyze policy.json --fail-if "never > 0"
        herald analyze policy.json -o witnesses
      """)

  @Argument(
    help: ArgumentHelp("The policy document: a file, or - for standard input.", valueName: "policy"),
    completion: .policy)
  var policy: String

  @OptionGroup var kind: PolicyFormatOption

  @Option(
    help: ArgumentHelp("Where the document is fetched from.", valueName: "url"), completion: .free)
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The store page that fetches name, for documents that lead nowhere by themselves.", valueName: "url"),
    completion: .free)
  var storeUrl: String?

  @Option(
    help: ArgumentHelp(
      "What the app configures for a store's rules: a file with an object such as {\"skippable\": true}.",
      valueName: "file"), completion: .json)
  var houseRules: String?

  @Option(
    help: ArgumentHelp("No event of a log lies before this time; all time, if not given.", valueName: "time"),
    completion: .free, transform: TimeText.read)
  var from: DeviceTime?

  @Option(
    help: ArgumentHelp(
      "End with status 2 where this holds, such as \"never > 0\"; may be given again.", valueName: "comparison"),
    completion: .free, transform: AnalyzeFigure.Limit.read)
  var failIf: [AnalyzeFigure.Limit] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A folder for the logs, one file for each; made if it is not there.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var written: OutputOptions

  func run() throws {
    try Failure.telling {
      let input = try PolicyInput.policy(policy)
      var question = AnalyzeQuestion(
        Document(
          text: input.text, format: ExactString(kind.policyFormat), url: url.map { ExactString($0) },
          storeURL: storeUrl.map { ExactString($0) }, houseRules: try HouseRulesFile.read(houseRules)),
        named: input.name)
      question.start = from?.moment
      let answer = try question.answer()
      if let output { try WitnessFolder(output).write(answer) }
      try written.isJSON ? StandardOutput.write(answer.json) : StandardOutput.say(answer.words(.output))
      let met = failIf.filter { $0.holds(for: answer) }
      for limit in met {
        StandardError.write("\(limit.words) holds: \(limit.figure.rawValue) is \(limit.figure.value(in: answer)).\n")
      }
      if !met.isEmpty { throw Failure.disagreement }
    }
  }
}

/// A figure of an analysis that `--fail-if` compares.
enum AnalyzeFigure: String, CaseIterable {
  case rules, shown, never, notDecided

  static let known = allCases.map(\.rawValue).joined(separator: ", ")

  func value(in answer: AnalyzeAnswer) -> Int {
    switch self {
    case .rules: answer.rules.count
    case .shown: answer.counts.shown
    case .never: answer.counts.never
    case .notDecided: answer.counts.notDecided
    }
  }

  /// A figure and the numbers with which it fails.
  struct Limit {
    let figure: AnalyzeFigure
    private let comparison: ComparisonSign
    private let value: Int

    /// - Throws: `ValidationError` that names the valid texts.
    static func read(_ text: String) throws -> Limit {
      let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard parts.count == 3, let comparison = ComparisonSign(rawValue: parts[1]), let value = Int(parts[2]), value >= 0
      else {
        throw ValidationError("'\(text)' compares nothing. Write a figure, a sign and a number, such as 'never > 0'.")
      }
      guard let figure = AnalyzeFigure(rawValue: parts[0]) else {
        throw ValidationError("There is no figure '\(parts[0])'. The figures are \(known).")
      }
      return Limit(figure: figure, comparison: comparison, value: value)
    }

    func holds(for answer: AnalyzeAnswer) -> Bool { comparison.holds(figure.value(in: answer), value) }

    var words: String { "\(figure.rawValue) \(comparison.rawValue) \(value)" }
  }
}

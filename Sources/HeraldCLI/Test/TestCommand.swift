import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldCorpus

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Tests that old logs still have the answers that were expected of them.",
    discussion: """
      A corpus is a folder of cases, and a case is a folder with a log.jsonl. What must follow from the log is in \
      expect.jsonl beside it: each decision with its reasons, and the last state of each installation. A case.json \
      may describe the case ("situation") and say how its log is read ("partial", "skipInvalid"), or that it must be \
      refused ("refusedLine"). The product HeraldTesting runs the same cases in Swift.

      An expectation names what must follow, and not all that is there. A field that it lacks counts as agreed where the \
      field is null, or where no line of that kind in the file has it: it is newer than the file.

      A missing expect.jsonl is written, for you to read; the status is 2 all the same, since nothing was tested. \
      Nothing is written where the variable CI is set.

      --accept writes the expectations of the cases that disagree, and of those that lack fields or have none, and says \
      in a line what changed in each. Read it: it changes what logs in the field mean. It never rewrites a case below a \
      folder `history`. These are frozen, because they have every type of event in every shape that was ever written: \
      another answer there is a break with logs that exist, and no new field is a reason to touch them. Nor does it \
      write where the ways to read a log differ from each other, which is a bug of Herald. The status is 0 if nothing \
      is left that disagrees.

      Where a folder has a policy.json with a promises.json beside it, the promises are judged too, as `herald analyze \
      --promises` does, and each has to hold.

      Exit status 2 where a case disagrees or has no expectation, or a promise does not hold; 3 where a log or another \
      file of a case is invalid.

      --weak then asks what the corpus would not notice. Each document of the formats herald and turkcell is edited in \
      one place: a rule left out, a limit one higher, a window a day later. The logs that bring it are lived again, as \
      `herald whatif` does, until one of them has another decision. Listed are the edits that none notices, below the \
      first log that brings the document. With --policy the document that goes out next is asked, in place of those of \
      the logs. Only cases that agree are asked. It is a report and no verdict: --fail-if compares a figure with a \
      number, or with a share of the edits, and ends with status 2 where that holds: \
      \(WeakFigure.allCases.map(\.rawValue).joined(separator: ", ")).

      With --format junit the report goes to standard output, and the same in words to standard error. With --format \
      github each difference is an annotation, and the step gets a summary.

      Examples:
        herald test Events
        herald test Events --filter clock/ --all
        herald test Events --filter clock/ --accept
        herald test Events --format junit > herald.xml
        herald test Events --weak --fail-if "unnoticed > 10%"
        herald test Events --weak --policy next.json
      """)

  @Argument(help: ArgumentHelp("Folders with cases.", valueName: "folder"), completion: .directory)
  var folders: [String]

  @Option(
    help: ArgumentHelp("Only cases with this text in their name; may be given again.", valueName: "text"),
    completion: .free)
  var filter: [String] = []

  @Flag(name: .customLong("no-write"), help: "Do not write missing expectations; so it is where CI is set.")
  var doesNotWrite = false

  @Flag(help: "Write what follows now as the expectation of each case that disagrees or lacks fields.")
  var accept = false

  @Flag(help: "Also list the cases that agree; with --weak also the edits that a log notices, or no device could.")
  var all = false

  @Flag(help: "Also tell the edits of documents that no log of the corpus would notice.")
  var weak = false

  @Option(
    help: ArgumentHelp(
      "With --weak, the policy that goes out next, a file, or - for standard input.", valueName: "file"),
    completion: .policy)
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "With --weak, end with status 2 where this holds, such as \"unnoticed > 10%\"; may be given again.",
      valueName: "comparison"), completion: .free, transform: FigureText.read)
  var failIf: [SummaryLimit<WeakFigure>] = []

  @Option(
    help: """
      human, json (one object per line), junit or github; default: human on a terminal, else json.
      """)
  var format: TestFormat?

  @Flag(help: "Print a long answer at once, without a pager.")
  var noPager = false

  func validate() throws {
    if !weak {
      if policy != nil { throw ValidationError("--policy is a document to edit. Add --weak, or leave it out.") }
      if !failIf.isEmpty {
        throw ValidationError("--fail-if is about edits of documents. Add --weak, or leave it out.")
      }
    }
    guard accept else { return }
    if doesNotWrite { throw ValidationError("--accept writes expectations, and --no-write forbids it.") }
    if Self.isContinuousIntegration {
      throw ValidationError("--accept writes expectations, and nothing is written where CI is set.")
    }
  }

  func run() throws {
    try Failure.telling {
      let promises = try PromiseTest(in: folders, filter: filter)
      let cases = try selected(unless: promises)
      let format = format ?? (StandardOutput.isTerminal ? .human : .json)
      var report = TestReport(format, showsAll: all)
      var weakness = WeakTest(
        policy: try policy.map { (try ReplacingPolicy.read($0, format: "herald"), $0) }, showsAll: all)
      let writing: ExpectationWriting =
        accept ? .accepted : doesNotWrite || Self.isContinuousIntegration ? .none : .missing
      let progress = Progress("\(cases.count.of("case", "cases"))")
      for (index, (corpus, folder)) in cases.enumerated() {
        progress.at(Double(index) / Double(cases.count))
        let tested = TestedCase(folder, in: corpus, writing: writing)
        progress.end()
        try report.tested(tested)
        if weak { try weakness.add(tested, folder, in: corpus) }
      }
      let judged = promises.judge()
      let failure = try report.end(with: judged)
      let broken = try judged.compactMap { try $0.tell(as: format) }
      var isBroken = false
      if weak {
        let answer = try weakness.answer()
        try weakness.tell(answer, as: format)
        isBroken = failIf.tell(brokenBy: answer)
      }
      // A folder that could not be judged is graver than any verdict.
      if let error = broken.first(where: { ($0 as? ExitCode) != Failure.disagreement }) ?? failure ?? broken.first {
        throw error
      }
      if isBroken { throw Failure.disagreement }
    }
  }

  /// The cases of all folders whose names pass the filter.
  ///
  /// - Parameter promises: promises beside policies, which are enough to be tested where a folder has no case.
  private func selected(unless promises: PromiseTest) throws -> [(corpus: String, folder: URL)] {
    let all = try folders.flatMap { corpus -> [(corpus: String, folder: URL)] in
      do { return try FieldLog.folders(in: corpus).map { (corpus: corpus, folder: $0) } } catch let error
        where error is FieldLogError && promises.areIn(corpus)
      { return [] }
    }
    if all.isEmpty, !promises.isEmpty { return [] }
    guard !filter.isEmpty else { return all }
    let chosen = all.filter { corpus, folder in
      let name = FieldLog.name(of: folder, below: URL(fileURLWithPath: corpus).standardizedFileURL)
      return filter.contains { name.contains($0) }
    }
    guard !chosen.isEmpty else {
      throw FieldLogError(
        .noCase, what: "No case has \(filter.map { "`\($0)`" }.joined(separator: " or ")) in its name.",
        file: folders.joined(separator: ", "), why: "\(all.count.of("case", "cases")) have other names",
        fix: "give another --filter")
    }
    return chosen
  }

  /// True if the variable `CI` is set, as continuous integration sets it.
  private static var isContinuousIntegration: Bool {
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return !["", "0", "false"].contains(value.lowercased())
  }
}

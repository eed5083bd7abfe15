import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldPages
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

      --against names an earlier document, and the answer is what the policy changes: each kind of change, such as from \
      an optional update to a forced one, with the devices in words and two logs that differ in the document alone. \
      Both are asked the same questions after the same prompts and answers, until they part. differs says in what: kind, \
      destination, text, or often where the limits differ, so that they part after other prompts alone. Then it says \
      whether the two are equivalent, whether anybody who saw nothing sees something (showsNoMore), and whether any \
      further device is forced or turned away (forcesNoMore, exitsNoMore): holds, doesNotHold or notDecided.

      --promises names a file of statements about the policy, a JSON array, and the answer is a verdict on each: holds, \
      does not hold (with a log), or not decided (with the limit that was met). A statement is one of \
      {"every": FILTERS, "is": "forced", "by": DATE}, where "is" may be exited, forced, asked, shown or nothing, and speaks \
      of each device that has seen nothing, at a launch from the date on; {"every": FILTERS, "canLeave": "force"} or \
      "exit": each one that is forced has a destination that it opens, and a version that ends it; \
      {"rule": ID, "is": "reachable"}; {"no": FILTERS, "isAsked": {"moreThan": 3, "inHours": 24}, "of": [KINDS]}, in \
      which prompts that the user asks for do not count; and {"against": FILE, "shows": "noMore"}, "forces" or "exits", \
      with a path from the folder of the promises. The status is 2 unless all hold.

      --assume leaves out devices that the answer is not to speak of. usual stands for those that people have: the \
      system fits the model (an iPhone has ios, an iPad ios or ipados, a Pixel or a Galaxy android, and blank fits \
      all), and versions are versions. Another word names a file of filters, {"deviceOsName": "ios, android"}, or of an \
      array of such objects; a device has to meet one. It holds of rules, of --against and of --promises, and each \
      device of a log meets it.

      --like names a log. Each device of a log then says how many logged devices are like it: those that, at their last \
      launch, answer the filters, segments, versions, changes of version, installed apps and texts of each rule, and the \
      review of versions, as it does. With --against both documents count.

      --fail-if compares a figure of the summary, and ends with status 2 where that holds: \(AnalyzeFigure.known) \
      with a number; \(AnalyzeFigure.knownStatements) with holds, doesNotHold or notDecided.

      -o keeps the log of each answer in a folder, for herald why and herald test. -o FILE.html makes a page in its \
      place: each rule with the prompt that its device sees, or with --against each kind of change with the prompts \
      before and after, and the logs to copy. The page is one file, which needs no network.

      With --format sarif the answer is a SARIF 2.1.0 log for code scanning: the rules that are never shown, the forces \
      that lead nowhere, and those that no version ends, each at its place in the policy.

      Examples:
        herald analyze policy.json
        herald analyze policy.json --from 2026-12-01T00:00:00Z --format json
        herald analyze policy.json --fail-if "never > 0"
        herald analyze policy.json -o witnesses
        herald analyze policy.json --against published.json -o changes.html
        herald analyze policy.json --against published.json
        herald analyze policy.json --against published.json \\
          --fail-if "forcesNoMore != holds"
        herald analyze policy.json --promises promises.json
        herald analyze policy.json --assume usual
        herald analyze policy.json --like fleet.sqlite
        herald analyze policy.json --format sarif > herald.sarif
        herald analyze policy.json --against published.json \\
          --assume supported-devices.json
      """)

  @Argument(
    help: ArgumentHelp("The policy document: a file, or - for standard input.", valueName: "policy"),
    completion: .policy)
  var policy: String

  @OptionGroup var documentOptions: DocumentOptions

  @Option(
    help: ArgumentHelp("An earlier document, with which the policy is compared.", valueName: "policy"),
    completion: .policy)
  var against: String?

  @Option(
    help: ArgumentHelp("A file of statements that have to hold of the policy.", valueName: "file"), completion: .json)
  var promises: String?

  @Option(
    help: ArgumentHelp(
      "The devices that count: usual, or a file of filters; every device, if not given.", valueName: "usual|file"),
    completion: .json)
  var assume: String?

  @Option(
    help: ArgumentHelp(
      "A log or a ledger whose devices are counted that are like a log's; may be given again.", valueName: "log"),
    completion: .log)
  var like: [String] = []

  @OptionGroup var threads: JobsOption

  @OptionGroup var reading: ReadingFlags

  @Option(
    help: ArgumentHelp("No event of a log lies before this time; all time, if not given.", valueName: "time"),
    completion: .free, transform: TimeText.read)
  var from: DeviceTime?

  @Option(
    help: ArgumentHelp(
      "End with status 2 where this holds, such as \"never > 0\" or \"forcesNoMore != holds\"; may be given again.",
      valueName: "comparison"),
    completion: .free, transform: AnalyzeFigure.Limit.read)
  var failIf: [AnalyzeFigure.Limit] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A folder for the logs, one file for each, made if it is not there; or a page, FILE.html.",
      valueName: "folder|page"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Flag(help: "Replace a page that exists.")
  var force = false

  @OptionGroup var written: AnalyzeOutput

  func validate() throws {
    try StandardInputOnce.check(inputs)
    if let page, promises != nil {
      throw ValidationError("'\(page)' would be a page of rules or changes, and promises have none. Name a folder.")
    }
    if force, page == nil { throw ValidationError("--force replaces a page. Name it with -o, or leave out --force.") }
    if written.format == .sarif, against != nil || promises != nil {
      throw ValidationError(
        "--format sarif has findings about the rules of one policy. Leave out --against and --promises.")
    }
    if threads.jobs != nil, like.isEmpty {
      throw ValidationError("--jobs is how many threads read a log of --like. Add --like.")
    }
    if against != nil, promises != nil {
      throw ValidationError(
        "--against and --promises are two questions. Ask one, or promise {\"against\": …, \"shows\": \"noMore\"}.")
    }
    if promises != nil, !failIf.isEmpty {
      throw ValidationError("Promises have no figures, and end with status 2 unless all hold. Leave out --fail-if.")
    }
    for limit in failIf where limit.isAboutTwo != (against != nil) {
      let advice = limit.isAboutTwo ? "two documents. Add --against." : "one document. Leave out --against."
      throw ValidationError("'\(limit.words)' is about \(advice)")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let reader = try documentOptions.reader()
      let input = try PolicyInput.policy(policy)
      let assumption = try assumption()
      // Looked at first, so that the command fails before it reads a long log.
      let page = try page.map { try WholeFile($0, replaces: force, sparing: inputs) }
      if let promises {
        try judge(promises, input, reader, assumption)
      } else if let against {
        try compare(input, with: try PolicyInput.policy(against), reader, assumption, page)
      } else {
        var question = AnalyzeQuestion(reader.document(input), named: input.name)
        (question.start, question.assumption) = (from?.moment, assumption)
        question.jobs = threads.count
        let answer = try answer(to: question) { try $0.answer() }
        try page?.write(whole: AnalysisPage(answer).html())
        try tell(answer, answer.words(.output), answer.logs)
        try written.write(answer.findings, about: input)
        try fail(by: AnalyzeFigures(answer))
      }
    }
  }

  /// The page that -o names; nil for a folder.
  private var page: String? { output.flatMap { $0.hasSuffix(".html") ? $0 : nil } }

  /// The files that the command reads.
  private var inputs: [String] { [policy, against, promises, assume].compactMap(\.self) + like }

  /// The answer, with the logged devices that are like the devices of its logs where a log is given.
  private func answer<Asked: LogQuestion>(
    to question: Asked, _ alone: (Asked) throws -> Asked.Answer
  ) throws -> Asked.Answer {
    if like.isEmpty { return try alone(question) }
    return try question.answer(in: LoggedEvents(like, reading: reading.options))
  }

  private func assumption() throws -> DeviceAssumption? {
    try assume.map {
      $0 == DeviceAssumption.usual.name ? .usual : try DeviceAssumption(PolicyInput($0).text, named: $0)
    }
  }

  private func compare(
    _ input: PolicyInput, with other: PolicyInput, _ reader: DocumentReader, _ assumption: DeviceAssumption?,
    _ page: WholeFile?
  ) throws {
    var question = AgainstQuestion(
      reader.document(input), named: input.name, against: reader.document(other), named: other.name)
    (question.start, question.assumption) = (from?.moment, assumption)
    question.jobs = threads.count
    let answer = try answer(to: question) { try $0.answer() }
    try page?.write(whole: AnalysisPage(answer).html())
    try tell(answer, answer.words(.output), answer.logs)
    try fail(by: AnalyzeFigures(answer))
  }

  private func judge(
    _ promises: String, _ input: PolicyInput, _ reader: DocumentReader, _ assumption: DeviceAssumption?
  ) throws {
    var question = try PromisesInput(promises, reader).question(reader.document(input), named: input.name)
    (question.start, question.assumption) = (from?.moment, assumption)
    question.jobs = threads.count
    let answer = try answer(to: question) { try $0.answer() }
    try tell(answer, answer.words(.output), answer.logs)
    if !answer.areKept { throw Failure.disagreement }
  }

  private func tell(
    _ answer: some LogAnswer, _ words: @autoclosure () -> String, _ logs: [(name: String, witness: AnalyzeWitness)]
  ) throws {
    if let output, page == nil { try WitnessFolder(output).write(logs) }
    try written.write(answer, words())
  }

  private func fail(by figures: AnalyzeFigures) throws {
    let met = failIf.filter(figures.meet)
    for limit in met { StandardError.write("\(limit.words) holds: \(figures.words(of: limit.figure)).\n") }
    if !met.isEmpty { throw Failure.disagreement }
  }
}

extension WholeFile {
  /// Writes the whole text, and lets the file appear.
  fileprivate func write(whole text: String) throws {
    try write(Array(text.utf8))
    try finish()
    try appear()
  }
}

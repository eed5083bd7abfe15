public import ArgumentParser
import Herald
import HeraldLog
public import HeraldQuestions

struct MinimizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize",
    abstract: "The smallest log that still shows a decision: the incident and nothing else.",
    discussion: """
      Events, parts of documents and properties are left out as long as the decision stays what it was, and nothing is \
      changed: no showing that is left is one that nobody decided, and each fetch is accepted, or refused for its \
      reason, as it was. None of what is left could go alone. The log goes to standard output and the figures to \
      standard error, or with -o to a file and to standard output.

      --revision is any event; of a showing or a button the decision behind it is meant, and both stay. --keep shown \
      keeps reason, rule and kind; tests (default) also the failed test of each rule that was looked at, or of those \
      that --rule names, and the refusal that the state told; audit also the verdict on the showing or the decision.

      Each line says which event it was (`originalrevision`), and a shortened document has a digest of its own and \
      names the original's (`derivedFrom`). A ledger that has the original refuses such lines. A decision that rests \
      on missing or forgotten events is refused with status 3.

      As JSON, the figures are:
        {"source":"/i/1","event":{"revision":812,"id":"e-812","time":"…"},"decision":{"revision":812,
        "reason":"noRule","rule":null,"kind":null},"keep":"tests","rules":[],
        "before":{"events":784,"rules":12,"properties":9},"after":{"events":5,"rules":2,"properties":1},
        "derived":[{"from":"sha256:…","to":"sha256:…"}],"file":"small.jsonl"}
      where `rules` of a size are those of the documents, and `properties` the different names at launches. \
      `"unfinished":true` is there where the search came to the end of its work, so that a smaller log may do.

      Examples:
        herald minimize phone.jsonl --revision 812 -o small.jsonl
        herald minimize fleet.sqlite --source 7f3a --revision 812 --rule update:4
        herald minimize phone.jsonl --revision 812 --into Events/asked-four-times
      """)

  @OptionGroup var input: LogArguments

  @Option(
    help: ArgumentHelp(
      "The installation: its name, a user, or a part of its name that no other has. A log of one needs none.",
      valueName: "source"),
    completion: .source)
  var source: String?

  @Option(help: ArgumentHelp("The event whose decision stays.", valueName: "revision"), completion: .free)
  var revision: Int

  @Option(help: ArgumentHelp("What stays so: shown, tests (default) or audit.", valueName: "part"))
  var keep = KeptAnswer.tests

  @Option(
    help: ArgumentHelp(
      "A rule whose failed test stays, such as update:4; again for each. Default: all that were looked at.",
      valueName: "rule"),
    completion: .free)
  var rule: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the log to a file.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var output: String?

  @Flag(help: "Replace the file that is there.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Make a case of a corpus: a folder with log.jsonl, expect.jsonl and case.json, without names of persons.",
      valueName: "folder"),
    completion: .directory)
  var into: String?

  @Flag(help: "Leave names of persons in the case.")
  var noRedact = false

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var form: OutputOptions

  func validate() throws {
    if revision < 1 { throw ValidationError("There is no revision \(revision): the first one is 1.") }
    if keep == .shown, !rule.isEmpty {
      throw ValidationError("--keep shown keeps no failed test. Leave --rule out, or give --keep tests.")
    }
    if output != nil, into != nil { throw ValidationError("-o writes a log and --into a case. Give one of them.") }
    if noRedact, into == nil { throw ValidationError("--no-redact is about a case. Add --into.") }
    if force, output == nil { throw ValidationError("--force replaces a file. Add -o.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      if let into { try MinimizedCase.check(into) }
      let file = try output.map { try WholeFile($0, replaces: force, sparing: input.logs) }
      let events = try LoggedEvents(input.logs, reading: reading.options)
      let question = MinimizeQuestion(
        of: source.map { ExactString($0) }, at: revision, keeping: keep, rules: rule.map { ExactString($0) })
      let answer = try question.answer(in: events)
      if let into {
        let made = MinimizedCase(answer: answer, folder: into, isRedacted: !noRedact)
        try made.write()
        return try tell(answer, file: made.logFile)
      }
      guard let file else {
        try StandardOutput.write(answer.log)
        StandardError.write(form.format == .json ? answer.json : answer.words(.error))
        return
      }
      try file.write(Array(answer.log.utf8))
      try file.finish()
      try file.appear()
      try tell(answer, file: file.path)
    }
  }

  private func tell(_ answer: MinimizeAnswer, file: String) throws {
    try form.isJSON
      ? StandardOutput.write(answer.json(file: file))
      : StandardOutput.say(answer.words(.output) + "It is in \(file.shown).\n")
  }
}

extension KeptAnswer: ExpressibleByArgument {}

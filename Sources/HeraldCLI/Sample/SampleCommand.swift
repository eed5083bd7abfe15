import ArgumentParser
import Herald
import HeraldLog
import HeraldQuestions

struct SampleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "The few logs that cover what all installations do, to keep as tests.",
    discussion: """
      Installations are chosen until each feature that any of them has is in a chosen log: each test of a rule, passed \
      and failed; each reason with its trigger; buttons by kind; refusals by format; events by outcome; clocks set \
      back, gaps, latched pushes. Then more are added until each edit of the policy of the latest accepted fetch that \
      some log notices is noticed, as `herald test --weak` asks. What became redundant is dropped. The same input \
      gives the same logs.

      Each log is FOLDER/NAME/log.jsonl, with a case.json that says why it is kept, so `herald test FOLDER` makes tests \
      of them. Nothing is replaced: the folder is new or empty.

      With --redact the logs have no names of persons; properties that a policy reads stay, so that no decision \
      changes. With --key the same installation has the same name each time. With --minimize a log keeps the features \
      that no log before it has, and what they need; an edit may then go unnoticed. With --most some features may be in \
      no log.

      The answer lists each feature with the number of installations that have it and the logs that cover it, and what \
      no installation has, of the outcomes that are known beforehand. An installation whose first events were forgotten \
      counts, and is never kept: its log would begin elsewhere.

      With --server the events are those of a server's app, up to the last one that it has now. The token has the role \
      read; the environment variable HERALD_TOKEN may have it. The events lie in a temporary file meanwhile. Nothing is \
      written where the server did not give all of them.

      As JSON:
        {"feature":["rule","update:4","count","failed"],"installations":31,"coveredBy":["1696fdb75a4a"]}
        {"uncovered":["clock","back"]}
        {"summary":{"installations":990,"features":196,"kept":23,"events":3424}}

      Examples:
        herald sample fleet.sqlite -o Events/production
        herald sample monday.jsonl.gz tuesday.jsonl.gz -o sample --most 20
        herald sample fleet.sqlite -o sample --redact --key secret.key --minimize
        herald sample --server https://herald.example.com -o tonight --redact
      """)

  @Argument(help: ArgumentHelp(LogArguments.help, valueName: "log"), completion: .log)
  var logs: [String] = []

  @Option(help: ArgumentHelp("The address of a server to read in place of logs.", valueName: "url"), completion: .free)
  var server: String?

  @OptionGroup var access: ServerAccess

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder of the logs, which is new or empty.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: ArgumentHelp("At most this many logs.", valueName: "number"), completion: .free)
  var most: Int?

  @Flag(help: "Keep of each log the features that no log before it has, and what they need.")
  var minimize = false

  @OptionGroup var redaction: RedactionOptions
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var jobs: JobsOption
  @OptionGroup var form: OutputOptions

  func validate() throws {
    if let most, most < 1 { throw ValidationError("--most is a number from 1.") }
    try StandardInputOnce.check(logs)
    guard let server else {
      if logs.isEmpty { throw ValidationError("Name a log, or a server with --server.") }
      if access.token != nil || access.app != nil || access.allowHttp {
        throw ValidationError("--token, --app and --allow-http are for a server. Add --server URL.")
      }
      return
    }
    guard logs.isEmpty else { throw ValidationError("Name logs or a server, not both.") }
    _ = try (access.token(for: "read"), access.endpoint(server, "v1/live"))
  }

  func run() async throws {
    try await Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let folder = SampleFolder(path: output)
      try folder.check()
      var reading = reading.options
      var logs = logs
      var spool: SpooledEvents?
      if let server {
        let events = ServedEvents(
          endpoint: try access.endpoint(server, "v1/live", ["most=\(ServedEvents.most)"]),
          token: try access.token(for: "read"))
        let spooled = try await SpooledEvents(events)
        // The server took them, with a beginning that it does not have any more.
        reading.isPartial = true
        (spool, logs) = (spooled, [spooled.path])
      }
      defer { spool?.remove() }
      var question = SampleQuestion()
      question.most = most
      question.minimizes = minimize
      question.jobs = jobs.count
      if redaction.redact { question.redaction = try redaction.redaction() }
      let answer = try question.answer(in: LoggedEvents(logs, reading: reading))
      try folder.write(answer.logs)
      try form.isJSON
        ? StandardOutput.write(answer.json)
        : StandardOutput.say(answer.words(.output) + "They are in \(output.shown).\n")
      if !answer.changed.isEmpty { try tellChanged(answer.changed) }
    }
  }

  private func tellChanged(_ names: [String]) throws {
    Failure.tell(
      Diagnostic(
        RedactionCode.changedByRedaction, .warning,
        what: "Redacting changed decisions or states of \(names.count.of("log")).", file: output,
        why: "they rest on something that redacting hides: \(names.joined(separator: ", "))",
        fix: "keep what the decisions read with --keep, and sample into another folder"))
    if redaction.failIfChanged { throw Failure.disagreement }
  }
}

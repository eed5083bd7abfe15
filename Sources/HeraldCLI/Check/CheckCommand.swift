import ArgumentParser
import Herald
import HeraldQuestions
import HeraldFetch
import HeraldFormats
import HeraldInbox
import HeraldRuntime

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "What would this device see, and why: one fetch and one decision, nothing stored.",
    discussion: """
      Without --like the device launches for the first time, with the properties that are given, and asks for the \
      policy. With --like it is a device of a log, with everything that it has seen: asked when its user returns to the \
      app, and at its next launch; with --property as after an update; with --policy under another policy. A policy that \
      cannot be had ends it with status 1, a document that is refused with status 3. With --key the app trusts that \
      key, and the signature beside the policy is verified; without it a policy counts as signed.

      Examples:
        herald check --policy policy.json \\
          --property appPackageName=com.example --property appVersionName=2.6
        herald check --like fleet.sqlite --source 7f3a
        herald check --like phone.jsonl --property appVersionName=3.0
        herald check --like phone.jsonl --policy new.json --time 2026-12-24T18:00:00Z
        herald check --policy new.json --calendar 2026-12-01 2026-12-31 \\
          --property appPackageName=com.example --property appVersionName=2.6
      """)

  @Option(
    help: ArgumentHelp(
      "The policy's URL, or a file with the document; with --like, default: the one in force.", valueName: "url|file"),
    completion: .policy)
  var policy: String?

  @Option(help: ArgumentHelp("A log or a ledger with the device.", valueName: "log"), completion: .log)
  var like: String?

  @Option(
    help: ArgumentHelp(
      "The installation's name, which decides its place in roll-outs; with --like, its name or any part of it.",
      valueName: "source"), completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Why it's decided: launch, login, schedule, heartbeat, manual, foreground or operation.", valueName: "trigger"),
    completion: .trigger, transform: TriggerText.read)
  var trigger: Trigger?

  @Option(
    help: ArgumentHelp(
      "The operation that the user begins, with trigger operation.", valueName: "name"), completion: .free)
  var operation: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "What it sees from one date to another, whenever that changes: FROM TO, each a day or a time.",
      valueName: "date"), completion: .free, transform: CalendarDate.read)
  var calendar: [WindowDate] = []

  @OptionGroup var ending: UntilOption
  @OptionGroup var device: DeviceOptions
  @OptionGroup var trusted: TrustOptions
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if policy == nil, like == nil {
      throw ValidationError("Which policy? Add --policy FILE, or --like LOG for a device with a past.")
    }
    if operation != nil, trigger.map({ $0 != .operation }) ?? false {
      throw ValidationError("--operation is for the trigger operation. Leave --trigger out.")
    }
    if !calendar.isEmpty { try CalendarDate.check(calendar, beside: device.time) }
    if like == nil, ending.until != nil { throw ValidationError("--until ends a log. Add --like LOG.") }
  }

  func run() async throws {
    try device.tellMisspeltProperties()
    guard let like else { return try await tell(asking(at: device.time ?? .current), nil) }
    var events: LoggedEvents?
    var known: LoggedDevice?
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let opened = try LoggedEvents(like, reading: reading.options).needingEvents()
      events = opened
      known = try asking(at: .current).device(in: opened)
    }
    guard let events, let known else { return }
    let question = try asking(at: device.time ?? known.time(at: DeviceTime.current.moment))
    if !output.isJSON {
      try StandardOutput.say(Style.output.dim(question.title(of: known, in: events)) + "\n\n")
    }
    try await tell(question, known)
  }

  /// The question, without the document.
  private func asking(at time: DeviceTime) throws -> CheckQuestion {
    var question = CheckQuestion(at: time, of: source.map { ExactString($0) })
    let properties = try device.profile().map { (ExactString($0.key), ExactString($0.value)) }
    question.properties = Dictionary(properties) { $1 }
    question.user = device.user.map { ExactString($0) }
    question.trust = try trusted.trust()
    question.trigger = trigger
    question.operation = operation.map { ExactString($0) }
    question.limit = ending.until
    return question
  }

  /// Fetches the policy, and prints its findings and the answer.
  ///
  /// - Throws: ``Failure/invalid`` where the device refuses the policy.
  private func tell(_ question: CheckQuestion, _ known: LoggedDevice?) async throws {
    var question = question
    let name = try await fetch(for: &question, known)
    if let from = calendar.first, let to = calendar.last {
      return try tell(CalendarQuestion(question, from: from, to: to), known, name)
    }
    switch question.outcome(for: known, named: name ?? "") {
    case .refused(let findings, let reason):
      if let name { Failure.tell(findings, inPolicy: name) }
      if let reason { Failure.tell(reason) }
      throw Failure.invalid
    case .answered(let answer):
      if let name { Failure.tell(answer.findings, inPolicy: name) }
      for missing in answer.explanation.map(MissingProperty.all) ?? [] {
        Failure.tell(missing.diagnostic(in: name ?? like ?? "", fix: PropertyText.option))
      }
      try output.isJSON
        ? StandardOutput.write(answer.json)
        : StandardOutput.say(answer.words(.output) { PromptDrawing($0).text(.output) + "\n" })
    }
  }

  /// Prints what the device sees from one date to another.
  private func tell(_ question: CalendarQuestion, _ known: LoggedDevice?, _ name: String?) throws {
    switch question.outcome(for: known, named: name ?? "") {
    case .refused(let findings, let reason):
      if let name { Failure.tell(findings, inPolicy: name) }
      if let reason { Failure.tell(reason) }
      throw Failure.invalid
    case .answered(let answer):
      if let name { Failure.tell(answer.findings, inPolicy: name) }
      try output.isJSON ? StandardOutput.write(answer.json) : StandardOutput.say(answer.words(.output))
    }
  }

  /// Fetches the policy once for all triggers; not where the one in force is asked.
  ///
  /// - Returns: the policy's name in messages: the path of a file as given, or a URL without credentials.
  private func fetch(for question: inout CheckQuestion, _ known: LoggedDevice?) async throws -> String? {
    guard let policy else { return nil }
    let publication = try device.publication(device.places.source(policy))
    let limit = Formats.sizeLimit(of: publication.format)
    switch await publication.source.fetch(
      FetchRequest(
        properties: question.properties(of: known), sizeLimit: limit, wantsSignature: !trusted.keys.isEmpty))
    {
    case .document(let text, _, let signature):
      question.document = Document(
        text: text, format: publication.format, url: ExactString(publication.source.url),
        storeURL: publication.storeURL, houseRules: publication.houseRules)
      if !trusted.keys.isEmpty { question.signature = .file(signature) }
      return PolicyPlace.isURL(policy) ? publication.source.url : policy
    case .failed(let failure):
      Failure.tell(failure.diagnostic)
      throw Failure.status(of: failure.diagnostic)
    case .notModified:
      Failure.tell(Self.nothingToModify(publication.source.url))
      throw Failure.couldNotRun
    }
  }

  private static func nothingToModify(_ url: String) -> Diagnostic {
    Diagnostic(
      FetchCode.http, .error, what: "`\(url)` sent no document.",
      why: "it says that nothing was modified, and was not asked",
      fix: "check the server: 304 answers a conditional request only")
  }
}

import ArgumentParser
import Herald
import HeraldFetch
import HeraldFormats
import HeraldRuntime

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "What would this device see, and why: one fetch and one decision, nothing stored.",
    discussion: """
      Without --like the device launches for the first time, with the properties that are given, and asks for the \
      policy. With --like it is a device of a log, with everything that it has seen: asked when its user returns to the \
      app, and at its next launch; with --property as after an update; with --policy under another policy. A policy that \
      cannot be had ends it with status 1, a document that is refused with status 3.

      Examples:
        herald check --policy policy.json \
          --property appPackageName=com.example --property appVersionName=2.6
        herald check --like fleet.sqlite --source 7f3a
        herald check --like phone.jsonl --property appVersionName=3.0
        herald check --like phone.jsonl --policy new.json --time 2026-12-24T18:00:00Z
      """)

  @Option(
    help: ArgumentHelp(
      "The policy's URL, or a file with the document; with --like, default: the one in force.", valueName: "url|file"))
  var policy: String?

  @Option(help: ArgumentHelp("A log or a ledger with the device.", valueName: "log"))
  var like: String?

  @Option(
    help: ArgumentHelp(
      "The installation's name, by which roll-outs are drawn; with --like, its name or any part of it.",
      valueName: "source"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Why it's decided: launch, login, schedule, heartbeat, manual, foreground or operation.", valueName: "trigger"),
    transform: TriggerText.read)
  var trigger: Trigger?

  @OptionGroup var ending: UntilOption
  @OptionGroup var device: DeviceOptions
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if policy == nil, like == nil {
      throw ValidationError("Which policy? Add --policy FILE, or --like LOG for a device with a past.")
    }
    if like == nil, ending.until != nil { throw ValidationError("--until ends a log. Add --like LOG.") }
  }

  func run() async throws {
    try device.tellMisspeltProperties()
    guard let like else {
      let time = device.time ?? .current
      let trial = Trial(source: ExactString(source ?? "/installations/phone"), time: time)
      return try await tell(trial, [trigger ?? .launch])
    }
    var known: LoggedDevice?
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      known = try LoggedDevice(source, in: like, until: ending.until, reading: reading.options)
    }
    guard let known else { return }
    let time = device.time ?? known.time(at: DeviceTime.current.moment)
    let trial = Trial(
      source: known.source, time: time, state: known.state, causes: known.causes, documents: known.documents)
    if !output.isJSON {
      let title =
        "\(known.source.string.shown) as `\(like.shown)` leaves it at revision \(known.state.revision), asked at "
      try StandardOutput.write(Style.output.dim(title + time.words) + "\n\n")
    }
    try await tell(trial, trigger.map { [$0] } ?? [.foreground, .launch])
  }

  /// Prints the answers to some triggers: the last one in full, those before in a line.
  private func tell(_ device: Trial, _ triggers: [Trigger]) async throws {
    for (index, trigger) in triggers.enumerated() {
      var trial = device
      // The policy's findings are the same for each trigger.
      let isLast = index == triggers.count - 1
      guard let answer = try await answer(of: &trial, trigger, tellsFindings: isLast) else { continue }
      if output.isJSON {
        try StandardOutput.write(answer.json)
      } else if !isLast {
        try StandardOutput.write("\(Self.occasion(trigger).padded(to: 22))\(answer.sentence)\n")
      } else {
        if index > 0 { try StandardOutput.write("\(Self.occasion(trigger).padded(to: 22))\(answer.sentence)\n\n") }
        try write(answer)
      }
    }
  }

  private static func occasion(_ trigger: Trigger) -> String {
    switch trigger {
    case .foreground: "At a return:"
    case .launch: "At the next launch:"
    default: "At trigger \(trigger.rawValue):"
    }
  }

  /// The device's answer after its launch and fetch; nil without one.
  private func answer(of trial: inout Trial, _ trigger: Trigger, tellsFindings: Bool) async throws -> WhyAnswer? {
    let properties = try device.profile()
    if like == nil || trigger == .launch || !properties.isEmpty || device.user != nil {
      trial.launch(properties, user: device.user)
    }
    var name = like ?? ""
    if let policy {
      name = try await fetch(policy, &trial, trigger, tellsFindings: tellsFindings)
    } else {
      trial.fetchNothingNew(trigger)
    }
    guard let answer = trial.ask(trigger) else { return nil }
    for missing in MissingProperty.all(in: answer.explanation) where tellsFindings {
      Failure.tell(missing.diagnostic(in: name))
    }
    return answer
  }

  /// Fetches the policy.
  ///
  /// - Returns: its name in messages: the path of a file as given, or a URL without credentials.
  private func fetch(
    _ policy: String, _ trial: inout Trial, _ trigger: Trigger, tellsFindings: Bool
  ) async throws -> String {
    let publication = try device.publication(device.places.source(policy))
    let document: String
    let limit = Formats.sizeLimit(of: publication.format)
    switch await publication.source.fetch(FetchRequest(properties: trial.properties, sizeLimit: limit)) {
    case .document(let text, _): document = text
    case .failed(let failure):
      Failure.tell(failure.diagnostic)
      throw Failure.status(of: failure.diagnostic)
    case .notModified:
      Failure.tell(Self.nothingToModify(publication.source.url))
      throw Failure.couldNotRun
    }
    let name = PolicyPlace.isURL(policy) ? publication.source.url : policy
    let findings = trial.fetch(document, from: publication, trigger)
    let refusal = trial.state.refused
    if tellsFindings || refusal != nil { Failure.tell(findings, inPolicy: name) }
    guard let refusal else { return name }
    if let diagnostic = trial.diagnostic(of: refusal.reason, name) { Failure.tell(diagnostic) }
    throw Failure.invalid
  }

  private func write(_ answer: WhyAnswer) throws {
    let prompt = answer.explanation.decision.prompt.map { PromptDrawing($0).text(.output) + "\n" }
    let shown = answer.explanation.rules.first { $0.failed == nil }
    try StandardOutput.write((prompt ?? "") + (shown?.rule.remarkLines ?? "") + answer.words(.output))
  }

  private static func nothingToModify(_ url: String) -> Diagnostic {
    Diagnostic(
      FetchCode.http, .error, what: "`\(url)` sent no document.",
      why: "it says that nothing was modified, and was not asked",
      fix: "check the server: 304 answers a conditional request only")
  }
}

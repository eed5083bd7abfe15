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
    if like == nil, ending.until != nil { throw ValidationError("--until ends a log. Add --like LOG.") }
  }

  func run() async throws {
    try device.tellMisspeltProperties()
    guard let like else {
      let time = device.time ?? .current
      let trial = Trial(source: ExactString(source ?? "/installations/phone"), time: time)
      return try await tell(trial, [asked ?? .launch])
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
      try StandardOutput.say(Style.output.dim(title + time.words) + "\n\n")
    }
    try await tell(trial, asked.map { [$0] } ?? [.foreground, .launch])
  }

  private var asked: Trigger? { operation == nil ? trigger : .operation }

  /// Prints the answers to some triggers: the last one in full, those before in a line.
  private func tell(_ device: Trial, _ triggers: [Trigger]) async throws {
    let arrived = try await fetched(by: device)
    for (index, trigger) in triggers.enumerated() {
      let isLast = index == triggers.count - 1
      var trial = device
      try launch(&trial, trigger)
      let findings =
        arrived.map {
          trial.fetch(
            $0.text, signature: trusted.keys.isEmpty ? .assumed : .file($0.signature), from: $0.publication, trigger)
        } ?? []
      if arrived == nil { trial.fetchNothingNew(trigger) }
      // The policy's findings are the same for each trigger.
      if isLast || arrived != nil && trial.state.refused != nil { try tell(findings, of: trial, arrived) }
      guard let answer = trial.ask(trigger, operation: operation) else { continue }
      if isLast {
        for missing in MissingProperty.all(in: answer.explanation) {
          Failure.tell(missing.diagnostic(in: arrived?.name ?? like ?? "", fix: PropertyText.option))
        }
      }
      try print(answer, to: trigger, isLast: isLast, isAlone: triggers.count == 1)
    }
  }

  /// Prints the findings about the policy.
  ///
  /// - Throws: ``Failure/invalid`` where the device refuses it.
  private func tell(_ findings: [Diagnostic], of trial: Trial, _ arrived: Arrived?) throws {
    guard let arrived else { return }
    Failure.tell(findings, inPolicy: arrived.name)
    guard let refusal = trial.state.refused else { return }
    if let diagnostic = trial.diagnostic(of: refusal.reason, arrived.name) { Failure.tell(diagnostic) }
    throw Failure.invalid
  }

  private func print(_ answer: WhyDecisionAnswer, to trigger: Trigger, isLast: Bool, isAlone: Bool) throws {
    if output.isJSON { return try StandardOutput.write(answer.json) }
    if !isAlone {
      try StandardOutput.say("\(Self.occasion(trigger).padded(to: 22))\(answer.sentence)\n\(isLast ? "\n" : "")")
    }
    if isLast { try write(answer) }
  }

  private static func occasion(_ trigger: Trigger) -> String {
    switch trigger {
    case .foreground: "At a return:"
    case .launch: "At the next launch:"
    default: "At trigger \(trigger.rawValue):"
    }
  }

  /// Records a launch, except for a device of a log that is asked as it is.
  private func launch(_ trial: inout Trial, _ trigger: Trigger) throws {
    let properties = try device.profile()
    let trust = try trusted.trust()
    guard like == nil || trigger == .launch || !properties.isEmpty || device.user != nil || trust != nil else { return }
    trial.launch(properties, user: device.user, trusting: trust)
  }

  /// A policy that arrived.
  private struct Arrived {
    let text: String
    let signature: String?
    let publication: Publication
    /// The policy's name in messages: the path of a file as given, or a URL without credentials.
    let name: String
  }

  /// Fetches the policy once for all triggers; nil where the one in force is asked.
  private func fetched(by device: Trial) async throws -> Arrived? {
    guard let policy else { return nil }
    var launched = device
    try launch(&launched, .launch)
    let publication = try self.device.publication(self.device.places.source(policy))
    let limit = Formats.sizeLimit(of: publication.format)
    switch await publication.source.fetch(
      FetchRequest(
        properties: launched.properties, sizeLimit: limit, wantsSignature: !trusted.keys.isEmpty))
    {
    case .document(let text, _, let signature):
      let name = PolicyPlace.isURL(policy) ? publication.source.url : policy
      return Arrived(text: text, signature: signature, publication: publication, name: name)
    case .failed(let failure):
      Failure.tell(failure.diagnostic)
      throw Failure.status(of: failure.diagnostic)
    case .notModified:
      Failure.tell(Self.nothingToModify(publication.source.url))
      throw Failure.couldNotRun
    }
  }

  private func write(_ answer: WhyDecisionAnswer) throws {
    let prompt = answer.explanation.decision.prompt.map { PromptDrawing($0).text(.output) + "\n" }
    let shown = answer.explanation.rules.first { $0.failed == nil }
    try StandardOutput.say((prompt ?? "") + (shown?.rule.remarkLines ?? "") + answer.words(.output))
  }

  private static func nothingToModify(_ url: String) -> Diagnostic {
    Diagnostic(
      FetchCode.http, .error, what: "`\(url)` sent no document.",
      why: "it says that nothing was modified, and was not asked",
      fix: "check the server: 304 answers a conditional request only")
  }
}

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
      The device launches for the first time, with the properties that are given, and asks for the policy. A policy \
      that cannot be had ends it with status 1, a document that is refused with status 3.

      Example:
        herald check --policy policy.json \\
          --property appPackageName=com.example --property appVersionName=2.6
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: ArgumentHelp("The installation's name, by which roll-outs are drawn.", valueName: "source"))
  var source = "/installations/phone"

  @Option(
    help: ArgumentHelp(
      "Why it's decided: launch, login, schedule, heartbeat, manual, foreground or operation.", valueName: "trigger"),
    transform: TriggerText.read)
  var trigger: Trigger = .launch

  @OptionGroup var output: OutputOptions

  func run() async throws {
    try device.tellMisspeltProperties()
    let publication = try device.publication()
    var trial = Trial(source: ExactString(source), time: device.time ?? .current)
    try trial.launch(device.profile(), user: device.user)
    let document: String
    let limit = Formats.sizeLimit(of: publication.format)
    switch await publication.source.fetch(FetchRequest(properties: trial.properties, sizeLimit: limit)) {
    case .document(let text, _): document = text
    case .failed(let failure):
      Failure.tell(failure.diagnostic)
      throw Failure.couldNotRun
    case .notModified:
      Failure.tell(Self.nothingToModify(publication.source.url))
      throw Failure.couldNotRun
    }
    let policy = device.policyName(publication.source)
    Failure.tell(trial.fetch(document, from: publication, trigger), inPolicy: policy)
    if let refusal = trial.state.refused {
      if refusal.reason == .otherPackage { Failure.tell(trial.diagnosticOfOtherPackage(policy)) }
      throw Failure.invalid
    }
    guard let answer = trial.ask(trigger) else { return }
    for missing in MissingProperty.all(in: answer.explanation) { Failure.tell(missing.diagnostic(in: policy)) }
    if output.isJSON { return try StandardOutput.write(answer.json) }
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

import ArgumentParser
import Herald
import HeraldLog
import HeraldRuntime

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "A phone in a terminal: fetches a policy, appends every event to a ledger, shows prompts, takes the choice.",
    discussion: """
      Type what happens to the phone: launch, background, foreground, operation placeOrder, push {…}, clock +2d, \
      offline on, update 3.0, and the buttons of a prompt. `help` lists everything; the beginning of a word is enough \
      where no other begins so, a tab completes it, and the arrow keys bring lines back. Every step is an event in the ledger, and \
      `herald why` explains any of them meanwhile.

      With --upload the events go to a server, which `herald serve` starts, as they come. A script waits for the server \
      before it ends.

      With --script the steps come from a file, one per line, `#` begins a comment. Then the clock stands still between the \
      steps and events are numbered: the same script makes the same log.

      Examples:
        herald run --policy policy.json --ledger phone.sqlite \\
          --property appPackageName=com.example --property appVersionName=2.6
        herald run --policy policy.json --ledger phone.sqlite \\
          --property appPackageName=com.example --script steps.txt
        herald run --policy policy.json --ledger phone.sqlite \\
          --upload http://127.0.0.1:8320 --app-key KEY
        herald export phone.sqlite > Events/update/what-happened/log.jsonl
      """)

  @Option(
    help: ArgumentHelp("The policy's URL, or a file with the document.", valueName: "url|file"), completion: .policy)
  var policy: String

  @OptionGroup var device: DeviceOptions
  @OptionGroup var trusted: TrustOptions

  @Option(help: ArgumentHelp("The phone's ledger; made where there is none.", valueName: "file"), completion: .ledger)
  var ledger: String

  @Option(
    help: ArgumentHelp(
      "The installation; default: the ledger's only one, or /installations/phone.", valueName: "source"),
    completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp("Steps to take, one per line; - for standard input.", valueName: "file"), completion: .file())
  var script: String?

  @OptionGroup(title: "Upload") var upload: UploadOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    Pager.forbid()
    try device.tellMisspeltProperties()
    // Steps from a pipe are a script too.
    let script = script ?? (StandardInput.isTerminal ? nil : "-")
    try await Failure.telling {
      let steps = try script.map { try PhoneScript($0) }
      try PolicyPlace.check(policy)
      let phone = try await Phone(
        ledger: ledger, source: source, policy: policy, device: device, trust: try trusted.trust(),
        upload: upload, isScripted: script != nil)
      var session = PhoneSession(phone, isJSON: output.isJSON)
      if let steps {
        try await steps.run(on: &session)
      } else {
        try await talk(&session)
      }
      try await session.finishUpload()
      try await phone.close()
    }
  }

  /// Reads steps from the terminal, one at a time.
  private func talk(_ session: inout PhoneSession) async throws {
    try StandardOutput.say(output.isJSON ? "" : PhoneMenu.greeting(session.phone, .output))
    var lines = TerminalLines(prompt: PhoneMenu.prompt, completing: PhoneWord.words)
    while true {
      if !output.isJSON { try await StandardOutput.say(PhoneMenu.next(on: session.phone, .output)) }
      guard let line = try lines.next() else {
        try StandardOutput.write(output.isJSON ? "" : "\n")
        return
      }
      do {
        guard let step = try PhoneStep(line, isTyped: true) else { continue }
        guard try await session.perform(step, line.trimmed) else { return }
      } catch let fault as StepFault {
        Failure.tell(fault.diagnostic)
      } catch let error as LogFileError {
        Failure.tell(error.diagnostic)
      }
    }
  }
}

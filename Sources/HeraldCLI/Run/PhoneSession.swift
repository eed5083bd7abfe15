import ArgumentParser
import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldQuestions
import HeraldRuntime

/// Takes steps one after another and prints what each did.
struct PhoneSession {
  let phone: Phone
  private let isJSON: Bool
  private var report: StepReport
  /// The digest of the last document whose findings were printed. The same document may arrive with every fetch.
  private var document: ExactString?

  init(_ phone: Phone, isJSON: Bool) {
    self.phone = phone
    self.isJSON = isJSON
    report = StepReport(isJSON: isJSON)
  }

  /// Takes a step and prints what it did.
  ///
  /// - Parameter line: its line in a script; nil for a step that a person typed.
  /// - Returns: false at the end.
  /// - Throws: ``StepFault`` for a step that makes no sense now; an exit code where the ledger fails.
  mutating func perform(_ step: PhoneStep, _ text: String, line: Int? = nil) async throws -> Bool {
    let outcome = try await phone.perform(step)
    switch step {
    case .quit: return false
    case .help: try StandardOutput.say(PhoneMenu.help(.output))
    case .why(let revision): try why(revision, text, line)
    case .state: try await state(text, line)
    case .launch, .foreground, .background, .push, .operation, .check, .choose, .vanish, .logout, .change:
      try report.tell(outcome, of: text, line: line)
      tellFindings(outcome)
      if let answered = outcome.answered { try follow(step, answered) }
    }
    if let trouble = outcome.trouble {
      Failure.tell(trouble)
      throw Failure.status(of: trouble)
    }
    return true
  }

  /// Prints the findings about a document that arrived, and the properties that it asks for and the device lacks. A
  /// document that arrived before is skipped.
  private mutating func tellFindings(_ outcome: StepOutcome) {
    let fetched = outcome.steps.last { step in
      if case .fetchSucceeded(let fetch) = step.event.data { fetch.digest != nil } else { false }
    }
    guard let fetched, case .fetchSucceeded(let fetch) = fetched.event.data, fetch.digest != document else { return }
    document = fetch.digest
    Failure.tell(outcome.check?.findings ?? [], inPolicy: phone.policy.url)
    guard let decision = fetched.decision else { return }
    for missing in MissingProperty.all(in: Explanation(decision.question, in: fetched.state)) {
      Failure.tell(missing.diagnostic(in: phone.policy.url, fix: PropertyText.option))
    }
  }

  /// Prints where the button leads.
  private func follow(_ step: PhoneStep, _ showing: Showing) throws {
    guard !isJSON, case .choose(let button) = step, button == .update || button == .open,
      let destination = showing.prompt.destination
    else { return }
    try StandardOutput.write("       opens \(destination.string.shown)\n")
  }

  /// Explains a decision as `herald why` does, from the ledger that is being written.
  private func why(_ revision: Int?, _ text: String, _ line: Int?) throws {
    var finder = DecisionFinder(revision: revision, wanted: .last)
    let events = try LoggedEvents(phone.ledger, reading: ReadingOptions())
    try events.replay(.source(phone.source), visitor: &finder)
    do {
      var found = try finder.found(phone.source, in: LogName(phone.ledger))
      try found.takeDocuments(of: events)
      let answer = WhyDecisionAnswer(found)
      try write(text, line, "why", json: String(answer.json.dropLast()), words: answer.words(.output))
    } catch let error as LogRefused {
      guard let diagnostic = error.diagnostics.first else { throw error }
      throw StepFault(diagnostic, fix: "say `why` after a step that decides")
    }
  }

  private func state(_ text: String, _ line: Int?) async throws {
    let state = await phone.installation.state
    var json = JSONWriter()
    state.write(source: phone.source, into: &json)
    let lines = StateWords(state, .output).lines.map { "       \($0)\n" }
    try write(text, line, "state", json: json.string, words: lines.joined())
  }

  private func write(_ text: String, _ line: Int?, _ name: StaticString, json: String, words: String) throws {
    guard isJSON else {
      let title = line == nil ? "" : Style.output.bold("▸ \(text.shown)") + "\n"
      return try StandardOutput.say(title + words)
    }
    var output = JSONWriter()
    output.line {
      $0.step(text, line: line)
      $0.member(name) { $0.raw(json: json) }
    }
    try StandardOutput.write(output.string)
  }
}

/// The end of a session that sends its events.
extension PhoneSession {
  /// The most times that a server is asked which says when it wants to be, and the longest wait for it.
  private static let attempts = 5
  private static let longestWait: Int64 = 60_000

  /// Waits until the server has everything.
  ///
  /// - Throws: an exit code where it cannot be reached or takes no more; a phone that was taken offline ends without.
  func finishUpload() async throws {
    for attempt in 1...Self.attempts {
      guard let status = await phone.installation.upload(isPatient: false) else { return }
      switch status.standing {
      case .complete, .notAllowed, .renamed: return
      case .failed: throw told(status)
      case .waiting(let until):
        let wait = until.milliseconds - phone.clock.now.moment.milliseconds
        let isAskedToWait = status.findings.last?.code == Diagnostic.Code(UploadCode.serverWaits)
        guard isAskedToWait, wait <= Self.longestWait, attempt < Self.attempts else { throw told(status) }
        try await Task.sleep(for: .milliseconds(max(0, wait)))
      }
    }
  }

  private func told(_ status: UploadStatus) -> ExitCode {
    guard let finding = status.findings.last else { return Failure.couldNotRun }
    Failure.tell(finding)
    return Failure.status(of: finding)
  }
}

/// The outcome of a step.
struct StepOutcome {
  /// The events that the step recorded, with the state and decision after each.
  var steps: [ReplayStep] = []
  var findings: [Diagnostic] = []
  var check: CheckResult?
  var permission: Permission?
  /// The prompt that was answered.
  var answered: Showing?
  /// The prompt that is on the screen after the step.
  var onScreen: Showing?
  /// The change of the app's environment; nil without one.
  var note: String?

  /// The progress of the upload; nil if it did nothing since the last step.
  var upload: UploadStatus?

  /// The error that keeps the ledger from being written; nil without one.
  var trouble: Diagnostic? {
    findings.first { $0.severity == .error && !Self.kindsOfTheCheck.contains($0.code.kind) }
  }

  /// The kinds of findings that the check's result reports too. A session goes on after them.
  private static let kindsOfTheCheck = [
    FetchCode.kind, RefusalReason.kind, DocumentCode.kind, LintCode.kind, PropertyCode.kind, UploadCode.kind,
  ]
}

import Herald
import HeraldInbox
import HeraldLog
import HeraldQuestions
import HeraldRuntime

/// A phone: an installation whose clock, network and user are controlled by steps.
final class Phone {
  let installation: Installation
  let policy: PhonePolicy
  let clock: PhoneClock
  let ledger: String
  let source: ExactString
  /// The properties that the next launch records.
  private var properties: [String: String]
  private var user: String?
  /// True for a script: each step waits for the upload, so that the same script always prints the same.
  private let isScripted: Bool
  /// True while the app runs. A process that ended shows nothing, whatever its ledger contains.
  private(set) var isRunning = false
  private let news: Locked<News>

  /// The events and findings since the last step.
  private struct News {
    var steps: [ReplayStep] = []
    var findings: [Diagnostic] = []
    /// The progress of the upload; nil if nothing was sent since the last step.
    var upload: UploadStatus?
  }

  /// Opens a phone's ledger, and creates a missing one.
  ///
  /// - Parameters:
  ///   - policy: the policy's URL, or a file with the document.
  ///   - source: the installation; nil for the ledger's only one, or `/installations/phone` in a new ledger.
  ///   - isScripted: true to stop the clock between steps and to use numbers as ids, without salts, so that the same
  ///     script always makes the same log.
  /// - Throws: `LedgerError`; `LogRefused` where the ledger has several installations.
  init(
    ledger: String, source: String?, policy place: String, device: DeviceOptions, trust: Trust?, upload: UploadOptions,
    isScripted: Bool
  ) async throws {
    clock = PhoneClock(start: device.time ?? (isScripted ? Self.firstTime : nil), runs: !isScripted)
    self.isScripted = isScripted
    policy = PhonePolicy(place, among: device.places)
    let news = Locked(News())
    // Nil until the ledger is open. An id that is needed earlier is the name of a new installation.
    let count = Locked<Int?>(nil)
    let environment = DeviceEnvironment(
      now: { [clock] in clock.now },
      newID: { count.with { Self.name(after: &$0, isScripted: isScripted) } },
      newSalt: { isScripted ? nil : DeviceEnvironment.drawSalt() })
    installation = Installation(
      ledger: ledger, source: source, publication: try device.publication(policy), trust: trust,
      upload: upload.configured(isAutomatic: !isScripted) { [policy] in
        !policy.isOffline
      } progressed: { status in
        news.with { $0.upload = status.following($0.upload) }
      }, environment: environment,
      report: { finding in news.with { $0.findings.append(finding) } },
      observe: { step in news.with { $0.steps.append(step) } })
    self.news = news
    self.ledger = ledger
    properties = try device.profile()
    user = device.user
    self.source = try await installation.open()
    let state = await installation.state
    count.with { $0 = state.revision }
    if isScripted, device.time == nil, let last = state.lastTime { try clock.change(.to(DeviceTime(moment: last))) }
  }

  /// Brings the views of the ledger up to date, which an installation does not do, and closes the ledger.
  func close() async throws {
    try await installation.close()
    let ledger = try Ledger(path: self.ledger)
    try LedgerViews.bringUpToDate(ledger)
    try ledger.close()
  }

  private static let firstTime = DeviceTime(moment: Timestamp(milliseconds: 1_767_258_000_000))

  private static func name(after count: inout Int?, isScripted: Bool) -> String {
    guard let last = count else { return "phone" }
    count = last + 1
    return isScripted ? "e-\(last + 1)" : DeviceEnvironment.live.newID()
  }

  /// Takes a step.
  ///
  /// - Throws: ``StepFault`` for a step that makes no sense now.
  func perform(_ step: PhoneStep) async throws -> StepOutcome {
    var outcome = StepOutcome()
    switch step {
    case .launch:
      isRunning = true
      outcome.check = await installation.launched(properties: properties, user: user)
    case .foreground(let busy): await installation.foregrounded(busy: busy)
    case .background: await installation.backgrounded()
    case .push(let push): await installation.received(push)
    case .operation(let name): outcome.permission = await installation.attempt(name)
    case .check(let trigger, let user):
      if case .signedIn(let name) = user { self.user = name.string }
      outcome.check = await installation.check(trigger, user: user)
    case .choose(let button): outcome.answered = try await choose(button)
    case .vanish:
      guard let showing = await installation.promptVanished() else { throw Self.nothingOnScreen }
      outcome.answered = showing
    case .logout:
      user = nil
      await installation.userChanged(to: nil)
    case .change(let change): outcome.note = try apply(change)
    case .why, .state, .help, .quit: break
    }
    if isScripted { await installation.upload() }
    let news = news.with { news in
      defer { news = News() }
      return news
    }
    outcome.steps = news.steps
    outcome.findings = news.findings
    outcome.upload = news.upload
    outcome.onScreen = await installation.onScreen
    return outcome
  }

  private static var nothingOnScreen: StepFault {
    StepFault(
      .noPrompt, "There is no prompt to answer.", why: "nothing is on the screen now",
      fix: "leave the step out, or bring a prompt up before it")
  }

  private func choose(_ button: Button) async throws -> Showing {
    guard let showing = await installation.onScreen else { throw Self.nothingOnScreen }
    let buttons = showing.prompt.buttons
    guard buttons.contains(button) else {
      throw StepFault(
        .unknownButton, "The prompt has no button `\(button.rawValue)`.",
        why: buttons.count == 1
          ? "its only button is: \(buttons[0].rawValue)"
          : "its buttons are: \(buttons.map(\.rawValue).joined(separator: ", "))",
        fix: "answer with one of its buttons")
    }
    await installation.chose(button)
    return showing
  }

  /// Changes what is around the app, and says so.
  private func apply(_ change: SurroundingChange) throws -> String {
    switch change {
    case .update(let version, let code):
      properties["appVersionName"] = version
      if let code { properties["appVersionCode"] = code }
      return "version \(version) is installed; `launch` starts it"
    case .property(let name, let value):
      properties[name] = value
      return "\(name) is \(value) from the next launch on"
    case .offline(let isOffline):
      policy.goOffline(isOffline)
      return isOffline ? "the network is gone" : "the network is back"
    case .clock(let change):
      try clock.change(change)
      return "it is \(clock.now.words)"
    case .policy(let place):
      try PolicyPlace.check(place)
      policy.publish(place)
      return PolicyPlace.isURL(place)
        ? "the app asks \(policy.url) from now on" : "\(place) is published at \(policy.url)"
    }
  }
}

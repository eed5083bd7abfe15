public import Herald
public import HeraldLog

/// A question about one device: what would it see now, and why (`herald check`)? Nothing is stored.
///
/// ```swift
/// var question = CheckQuestion(document, at: now)
/// question.properties = [.appPackageName: "com.example.shop", .appVersionName: "2.6"]
/// let new = try question.answer()
/// let known = try question.answer(in: LoggedEvents(path: "phone.jsonl"))
/// print(new.words, known.words)
/// ```
///
/// A device without a log launches for the first time. A device of a log has all that it has seen; it is asked when its
/// user returns to the app, and at its next launch.
public struct CheckQuestion: LogQuestion, Sendable {
  /// The policy that the device fetches; nil for the policy in force.
  public var document: Document?
  /// The signature that comes beside the document.
  public var signature = Signature.assumed
  /// The time on the device's clock.
  public var time: DeviceTime
  /// The installation's name, which decides its place in roll-outs; of a log, its name or any part of it that no other
  /// has, nil for the only one.
  public var source: ExactString?
  /// Properties of the device, in place of its last launch's; with some, a device of a log is launched before it is
  /// asked, as after an update.
  public var properties: [ExactString: ExactString] = [:]
  /// The user who is signed in; nil for the same as before.
  public var user: ExactString?
  /// The keys whose policies the app accepts; nil for the same as before.
  public var trust: Trust?
  /// The reason for which it is decided; nil for a launch, and for a device of a log also for a return.
  public var trigger: Trigger?
  /// The operation that the user begins, with the trigger ``Trigger/operation``; nil for any.
  public var operation: ExactString?
  /// The end of the device's log; nil for all of it.
  public var limit: ReplayLimit?

  /// The signature that comes beside a document.
  public enum Signature: Hashable, Sendable {
    /// The document counts as signed, because its publisher would sign it.
    case assumed
    /// The text of the signature file; nil where none came.
    case file(String?)
  }

  /// Asks what a device would see.
  ///
  /// - Parameters:
  ///   - document: the policy that the device fetches; nil for the policy in force.
  ///   - time: the time on the device's clock.
  ///   - source: the installation.
  public init(_ document: Document? = nil, at time: DeviceTime, of source: ExactString? = nil) {
    self.document = document
    self.time = time
    self.source = source
  }

  /// Answers about a device that does everything for the first time.
  ///
  /// - Throws: ``LogRefused`` where the device refuses the document.
  public func answer() throws -> CheckAnswer { try outcome(for: nil).answer() }

  /// Answers about a device of a log.
  ///
  /// - Throws: ``LogRefused`` where the log has no such installation, or where the device refuses the document; what
  ///   reading the log throws.
  public func answer(in events: LoggedEvents) throws -> CheckAnswer {
    let events = try events.unread().needingEvents()
    let device = try device(in: events)
    var answer = try outcome(for: device).answer()
    answer.title = title(of: device, in: events)
    return answer
  }

  /// Reads the events up to the device's end.
  package func device(in events: LoggedEvents) throws -> LoggedDevice {
    try LoggedDevice(source, in: events, until: limit)
  }

  /// The device, its log and the time, in words.
  package func title(of device: LoggedDevice, in events: LoggedEvents) -> String {
    "\(device.source.string.shown) as `\(events.name.description.shown)` leaves it at revision "
      + "\(device.state.revision), asked at \(time.words)"
  }

  /// The properties that the device tells when it fetches its policy.
  package func properties(of device: LoggedDevice?) -> [ExactString: ExactString] {
    var trial = trial(of: device)
    launch(&trial, device, .launch)
    return trial.properties
  }

  private func trial(of device: LoggedDevice?) -> Trial {
    guard let device else { return Trial(source: source ?? "/installations/phone", time: time) }
    return Trial(
      source: device.source, time: time, state: device.state, causes: device.causes, documents: device.documents)
  }

  /// Records a launch, except for a device of a log that is asked as it is.
  private func launch(_ trial: inout Trial, _ device: LoggedDevice?, _ trigger: Trigger) {
    guard device == nil || trigger == .launch || !properties.isEmpty || user != nil || trust != nil else { return }
    trial.launch(properties, user: user, trusting: trust)
  }

  /// The answer, or the refusal of the document.
  package enum Outcome {
    case answered(CheckAnswer)
    /// The findings about the document, and the device's reason; nil where the findings have it.
    case refused(_ findings: [Diagnostic], _ reason: Diagnostic?)

    fileprivate func answer() throws -> CheckAnswer {
      switch self {
      case .answered(let answer): return answer
      case .refused(let findings, let reason):
        throw LogRefused(findings.filter { $0.severity == .error } + [reason].compactMap(\.self))
      }
    }
  }

  /// A device that has its policy, or refuses it.
  enum Prepared {
    case ready(InstallationState, source: ExactString, findings: [Diagnostic])
    case refused(_ findings: [Diagnostic], _ reason: Diagnostic?)
  }

  /// Launches the device where that is asked for, and fetches the policy.
  ///
  /// - Parameters:
  ///   - device: nil for a device without a past.
  ///   - end: releases of a store until then are kept; see ``Forecaster/follow(_:until:in:_:)``.
  ///   - name: the document in messages.
  func prepared(
    for device: LoggedDevice?, _ trigger: Trigger, releasedUntil end: Timestamp, named name: String
  ) -> Prepared {
    var trial = trial(of: device)
    // A launch of a device with a past is asked about as it is, unless something of it is another one.
    launch(&trial, device, device == nil ? .launch : .foreground)
    guard let document else {
      return .ready(trial.state, source: trial.source, findings: [])
    }
    let before = trial.state
    let findings = trial.fetch(document, signature: signature, trigger)
    if let refusal = trial.state.refused {
      return .refused(findings, trial.diagnostic(of: refusal.reason, document, name))
    }
    let state = trial.lastFetch.flatMap { before.fetching($0, at: time, releasedUntil: end) }
    return .ready(state ?? trial.state, source: trial.source, findings: findings)
  }

  /// - Parameters:
  ///   - device: nil for a device without a past.
  ///   - name: the document in messages.
  package func outcome(for device: LoggedDevice?, named name: String = "the document") -> Outcome {
    let asked = operation == nil ? trigger : .operation
    let triggers = asked.map { [$0] } ?? (device == nil ? [.launch] : [.foreground, .launch])
    var answer = CheckAnswer(last: triggers.last ?? .launch, isAlone: triggers.count == 1)
    for trigger in triggers {
      var trial = trial(of: device)
      launch(&trial, device, trigger)
      if let document {
        // The document's findings are the same for each trigger.
        answer.findings = trial.fetch(document, signature: signature, trigger)
        if let refusal = trial.state.refused {
          return .refused(answer.findings, trial.diagnostic(of: refusal.reason, document, name))
        }
      } else {
        trial.fetchNothingNew(trigger)
      }
      if let decision = trial.ask(trigger, operation: operation) { answer.decisions.append((trigger, decision)) }
    }
    return .answered(answer)
  }
}

/// The decisions on one device, for each trigger that was asked about.
public struct CheckAnswer: LogAnswer {
  /// The findings about the document; empty for the policy in force.
  public package(set) var findings: [Diagnostic] = []
  fileprivate(set) var decisions: [(trigger: Trigger, answer: WhyDecisionAnswer)] = []
  /// The last trigger that was asked about, which is answered in full.
  fileprivate let last: Trigger
  fileprivate let isAlone: Bool
  fileprivate(set) var title: String?

  fileprivate init(last: Trigger, isAlone: Bool) {
    self.last = last
    self.isAlone = isAlone
  }

  /// A line for each trigger, with every test of the decision.
  public var json: String { decisions.map(\.answer.json).joined() }

  /// The last decision in full, after a sentence for each decision before it. `herald check` also draws the prompt.
  public var words: String { (title.map { $0 + "\n\n" } ?? "") + words(.plain) { _ in "" } }

  /// The explanation of the last decision; nil where nothing was decided.
  package var explanation: Explanation? { full?.explanation }

  private var full: WhyDecisionAnswer? { decisions.last.flatMap { $0.trigger == last ? $0.answer : nil } }

  /// - Parameter draw: draws the prompt that is shown.
  package func words(_ style: Style, drawing draw: (Prompt) -> String) -> String {
    let sentences = decisions.map { trigger, answer in
      "\(Self.occasion(trigger).padded(to: 22))\(answer.sentence)\n\(trigger == last ? "\n" : "")"
    }
    guard let full else { return isAlone ? "" : sentences.joined() }
    let prompt = full.explanation.decision.prompt.map(draw) ?? ""
    let remarks = full.explanation.rules.first { $0.failed == nil }?.rule.remarkLines ?? ""
    return (isAlone ? "" : sentences.joined()) + prompt + remarks + full.words(style)
  }

  private static func occasion(_ trigger: Trigger) -> String {
    switch trigger {
    case .foreground: "At a return:"
    case .launch: "At the next launch:"
    case .login, .schedule, .heartbeat, .manual, .operation: "At trigger \(trigger.rawValue):"
    }
  }
}

extension Rule {
  /// The release date and the remarks of the rule, a line each; empty without any.
  fileprivate var remarkLines: String {
    let released = releasedAt.map { [("released", $0.text)] } ?? []
    return (released + remarks.map { ($0.key, $0.text) }).map { "  \($0.0.shown): \($0.1.shown)\n" }.joined()
  }
}

package import Herald
import HeraldFormats
import HeraldLog

/// A trial of a device's next actions, in memory only: a launch, a fetch and a question.
struct Trial {
  let source: ExactString
  private let time: DeviceTime
  /// The last fetch that brought a document; nil before it.
  private(set) var lastFetch: FetchSucceeded?
  private(set) var state: InstallationState
  private var causes: Provenance
  private var documents: [ExactString: String] = [:]
  private var last: ReplayStep?

  /// A device that does everything for the first time.
  init(source: ExactString, time: DeviceTime) {
    self.init(source: source, time: time, state: InstallationState(), causes: Provenance())
  }

  /// A device with a past.
  ///
  /// - Parameters:
  ///   - state: the state that its events led to.
  ///   - causes: the events that led to the state.
  ///   - documents: the texts of known documents, by digest.
  init(
    source: ExactString, time: DeviceTime, state: InstallationState, causes: Provenance,
    documents: [ExactString: String] = [:]
  ) {
    self.source = source
    self.time = time
    self.state = state
    self.causes = causes
    self.documents = documents
  }

  var properties: [ExactString: ExactString] {
    Dictionary(state.profile.properties.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Records a launch with the properties of the last one, and with others in their place.
  ///
  /// - Parameters:
  ///   - user: the user who is signed in; nil for the same as before.
  ///   - trust: the keys whose policies the app accepts; nil for the same as before.
  mutating func launch(_ properties: [ExactString: ExactString], user: ExactString?, trusting trust: Trust? = nil) {
    let all = self.properties.merging(properties) { $1 }
    append(
      .appLaunched(
        AppLaunched(
          profile: Profile(all.map { (name: $0.key, value: $0.value) }), user: user ?? state.user,
          draws: state.draws, trust: trust ?? state.trust)))
  }

  /// Records the fetch of a document.
  ///
  /// - Returns: the findings about it.
  mutating func fetch(
    _ document: Document, signature: CheckQuestion.Signature, _ trigger: Trigger
  ) -> [Diagnostic] {
    let read = Formats.read(document)
    documents[document.digest] = document.text
    var fetch = FetchSucceeded(
      // A return or an operation fetches nothing, so the document has to arrive before it.
      trigger: FetchTrigger(rawValue: trigger.rawValue) ?? .heartbeat, url: document.url ?? "",
      format: document.format, storeURL: document.storeURL, houseRules: document.houseRules, digest: document.digest,
      document: document.text,
      reading: read.reading)
    switch signature {
    case .assumed: fetch.assumeSignature(isAnew: true)
    case .file(let file): fetch.receivedSignature = file.map { ReceivedSignature(ExactString($0), body: document.body) }
    }
    append(.fetchSucceeded(fetch))
    lastFetch = fetch
    return read.diagnostics
  }

  /// Records a fetch that found the policy in force unchanged; nothing for a trigger without a fetch.
  mutating func fetchNothingNew(_ trigger: Trigger) {
    guard let fetch = FetchTrigger(rawValue: trigger.rawValue) else { return }
    append(
      .fetchSucceeded(
        FetchSucceeded(
          trigger: fetch, url: state.policy?.url ?? "", format: state.policy?.format ?? "herald", status: 304)))
  }

  /// The decision with its reasons; nil without one.
  ///
  /// - Parameter operation: the operation that the user begins; nil for any.
  mutating func ask(_ trigger: Trigger, operation: ExactString? = nil) -> WhyDecisionAnswer? {
    switch trigger {
    case .foreground: append(.appForegrounded(AppForegrounded()))
    case .operation: append(.operationAttempted(OperationAttempted(operation: operation ?? "operation")))
    case .launch, .login, .schedule, .heartbeat, .manual: break
    }
    guard let last, let decision = last.decision else { return nil }
    return WhyDecisionAnswer(FoundDecision(step: last, decision: decision, causes: causes, documents: documents))
  }

  private mutating func append(_ data: EventData) {
    let before = state
    let event = Event(
      id: ExactString("e-\(state.revision + 1)"), source: source, type: ExactString(data.type?.rawValue ?? ""),
      time: time, revision: state.revision + 1, data: data)
    state.apply(event.fact)
    causes.record(event, before: before, after: state)
    var decider = Decider()
    let decision = decider.decide(after: data, at: time, of: source, in: state)
    last = ReplayStep(event: event, before: before, state: state, decision: decision)
  }

  /// The reason why a readable document is not in force on this device; nil if the document's own findings give it.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - policy: its name.
  func diagnostic(of reason: RefusalReason, _ document: Document, _ policy: String) -> Diagnostic? {
    switch reason {
    case .otherPackage: return otherPackage(document, policy)
    case .rollback:
      guard case .accepted(let older) = Formats.read(document).reading, let rollback = state.rollback(of: older) else {
        return nil
      }
      let fix: String
      switch rollback.accepted.mark {
      case .revision(let accepted): fix = "give it a `revision` above \(accepted)"
      case .version(let accepted):
        fix =
          "publish a version of \(accepted.text) or above"
          + (rollback.until.map { ", or ask again with --time \($0)" } ?? "")
          + (older.format == "table" ? ", or give the table a `revision`, which then decides" : "")
      }
      return Diagnostic(
        reason, .error, what: "The device refuses the document, because it accepted a newer one.", file: policy,
        why: state.newerWords(than: older) ?? reason.words, fix: fix)
    case .unsigned, .badSignature, .unknownKey, .metadataMismatch, .expired, .equivocation:
      return Diagnostic(
        reason, .error, what: "The device refuses the document for its signature.", file: policy, why: reason.words,
        fix: reason.explanation.fix.clause)
    default: return nil
    }
  }

  /// The refusal of another app's document, with both apps.
  private func otherPackage(_ document: Document, _ policy: String) -> Diagnostic {
    var package: ExactString?
    if case .accepted(let read) = Formats.read(document).reading { package = read.packageName }
    let app = package.map { "for `\($0)`" } ?? "another app's"
    let own = state[.appPackageName].map { "the device runs `\($0)`" } ?? "the device names no app"
    let other = state[.appPackageName].map { "a policy of `\($0)`" } ?? "another policy"
    return Diagnostic(
      RefusalReason.otherPackage, .error, what: "The document is \(app), and \(own).", file: policy,
      why: "its `packageName` is not the device's property `appPackageName`",
      fix: "ask with --property appPackageName=\(package?.string.shown ?? "…"), or give \(other)")
  }
}

/// A device as a log leaves it.
package struct LoggedDevice {
  package let source: ExactString
  package let state: InstallationState
  let causes: Provenance
  /// The offset of the device's clock from UTC at its last event, in minutes.
  let offsetMinutes: Int
  /// The text of the policy in force, by its digest; empty where the log lacks it.
  let documents: [ExactString: String]

  /// - Parameter text: the installation's name or a part of it; nil for the only one.
  /// - Throws: ``LogRefused`` where the text means none or several.
  init(_ text: ExactString?, in events: LoggedEvents, until limit: ReplayLimit?) throws {
    var visitor = LastSteps()
    let events = try events.naming(text.map { [$0] } ?? [])
    try events.replay(events.candidates(text.map { [$0] } ?? []), until: limit, visitor: &visitor)
    let source = try events.installation(text)
    self.source = source
    let last = visitor.last[source]
    state = last?.state ?? InstallationState()
    offsetMinutes = last?.offsetMinutes ?? 0
    causes = last?.causes ?? Provenance()
    var documents: [ExactString: String] = [:]
    if let digest = state.policy?.digest { documents[digest] = try events.document(digest) }
    self.documents = documents
  }

  /// The time at which the device is asked: the same clock's reading of a moment, but not before its last event.
  package func time(at moment: Timestamp) -> DeviceTime {
    let last = state.lastTime ?? moment
    return DeviceTime(moment: max(moment, last), offsetMinutes: offsetMinutes)
  }
}

/// Follows streams to their ends.
private struct LastSteps: ReplayVisitor {
  struct Last {
    var state = InstallationState()
    var causes = Provenance()
    var offsetMinutes = 0
  }

  private(set) var last: [ExactString: Last] = [:]

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    var own = last.removeValue(forKey: step.event.source) ?? Last()
    own.state = step.state
    own.causes.record(step.event, before: step.before, after: step.state)
    own.offsetMinutes = step.event.time.offsetMinutes
    last[step.event.source] = own
  }
}

import Herald
import HeraldFormats
import HeraldLog
import HeraldRuntime

/// A device's first minute, in memory only: a launch, a fetch and a question.
struct Trial {
  private let source: ExactString
  private let time: DeviceTime
  private(set) var state = InstallationState()
  private var causes = Causes()
  private var last: ReplayStep?

  init(source: ExactString, time: DeviceTime) {
    self.source = source
    self.time = time
  }

  var properties: [ExactString: ExactString] {
    Dictionary(state.profile.properties.map { ($0.name, $0.value) }) { first, _ in first }
  }

  mutating func launch(_ properties: [String: String], user: String?) {
    let profile = Profile(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) })
    append(.appLaunched(AppLaunched(profile: profile, user: user.map { ExactString($0) })))
  }

  /// Records the fetch of a document.
  ///
  /// - Returns: the findings about it.
  mutating func fetch(_ text: String, from publication: Publication, _ trigger: Trigger) -> [Diagnostic] {
    let url = ExactString(publication.source.url)
    let document = Document(
      text: text, format: publication.format, url: url, storeURL: publication.storeURL,
      houseRules: publication.houseRules)
    let read = Formats.read(document)
    append(
      .fetchSucceeded(
        FetchSucceeded(
          // A return or an operation fetches nothing, so the document has to arrive before it.
          trigger: FetchTrigger(rawValue: trigger.rawValue) ?? .heartbeat, url: url, format: publication.format,
          storeURL: publication.storeURL, houseRules: publication.houseRules, digest: document.digest,
          reading: read.reading)))
    return read.diagnostics
  }

  /// The decision with its reasons; nil without one.
  mutating func ask(_ trigger: Trigger) -> WhyAnswer? {
    switch trigger {
    case .foreground: append(.appForegrounded(AppForegrounded()))
    case .operation: append(.operationAttempted(OperationAttempted(operation: "operation")))
    case .launch, .login, .schedule, .heartbeat, .manual: break
    }
    guard let last, let decision = last.decision else { return nil }
    return WhyAnswer(DecisionFinder.Found(step: last, decision: decision, causes: causes))
  }

  private mutating func append(_ data: EventData) {
    let before = state
    let event = Event(
      id: ExactString("e-\(state.revision + 1)"), source: source, type: ExactString(data.type?.rawValue ?? ""),
      time: time, revision: state.revision + 1, data: data)
    state.apply(event.fact)
    causes.note(event, before: before, after: state)
    var decider = Decider()
    let decision = Question(data, at: time, of: source).map { decider.decide($0, in: state) }
    last = ReplayStep(event: event, before: before, state: state, decision: decision)
  }

  /// Why a readable document is not in force.
  func diagnosticOfOtherPackage(_ policy: String) -> Diagnostic {
    let own = state[.appPackageName].map { "`\($0)`" } ?? "not given"
    return Diagnostic(
      RefusalReason.otherPackage, .error, what: "The document is another app's.", file: policy,
      why: "its `packageName` is not `appPackageName`, which is \(own)",
      fix: "give the app's own with --property appPackageName=…, or name its own policy")
  }
}

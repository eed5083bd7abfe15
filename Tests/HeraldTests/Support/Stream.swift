import Herald
import HeraldFormats
import Testing

/// The events of one installation, made one by one.
struct Stream {
  private(set) var facts: [Fact] = []
  /// The state after them.
  var state = InstallationState()
  /// The time of the next event.
  var now: DeviceTime
  let source: ExactString

  init(now: DeviceTime = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000)), source: ExactString = "/i/1") {
    self.now = now
    self.source = source
  }

  mutating func append(_ data: EventData, at time: DeviceTime? = nil) {
    let fact = Fact(revision: facts.count + 1, time: time ?? now, data: data)
    facts.append(fact)
    state.apply(fact)
  }

  /// What the last event asks.
  func question() throws -> Question {
    let last = try #require(facts.last)
    return try #require(Question(last.data, at: last.time, of: source), "the last event asks nothing")
  }

  /// What is decided after the last event.
  func decision() throws -> Decision {
    var decider = Decider()
    return decider.decide(try question(), in: state)
  }

  /// Appends an event that asks a question, and returns the decision.
  mutating func ask(_ data: EventData, at time: DeviceTime? = nil) throws -> Decision {
    append(data, at: time)
    return try decision()
  }
}

extension EventData {
  static func launched(_ properties: [String: String], user: ExactString? = nil) -> EventData {
    .appLaunched(AppLaunched(profile: Profile(properties), user: user))
  }

  static func foregrounded(busy: Bool = false) -> EventData { .appForegrounded(AppForegrounded(isBusy: busy)) }

  static func fetched(
    _ text: String, format: ExactString = "herald", trigger: FetchTrigger = .launch, storeURL: ExactString? = nil,
    user: UserChange = .unchanged
  ) -> EventData {
    let url: ExactString = "https://example.com/policy"
    let document = Document(text: text, format: format, url: url, storeURL: storeURL)
    return .fetchSucceeded(
      FetchSucceeded(
        trigger: trigger, url: url, format: format, storeURL: storeURL, user: user, digest: document.digest,
        document: text, reading: Formats.read(document).reading))
  }

  static func failed(_ trigger: FetchTrigger = .launch, user: UserChange = .unchanged) -> EventData {
    .fetchFailed(FetchFailed(trigger: trigger, url: "https://example.com/policy", reason: "offline", user: user))
  }

  static func shown(_ prompt: ExactString, rule: ExactString, kind: PromptKind = .optional) -> EventData {
    .promptShown(PromptShown(prompt: prompt, rule: rule, kind: kind))
  }

  static func chosen(_ button: ExactString, of prompt: ExactString) -> EventData {
    .buttonChosen(ButtonChosen(prompt: prompt, button: button))
  }

  static func pushed(
    _ event: ExactString = "push-1", kind: ExactString = "forceUpdate", url: ExactString? = "https://example.com/app",
    targetVersion: ExactString? = nil, user: ExactString? = nil
  ) -> EventData {
    .pushReceived(PushReceived(event: event, kind: kind, url: url, targetVersion: targetVersion, user: user))
  }

  static var attempted: EventData { .operationAttempted(OperationAttempted(operation: "placeOrder")) }
}

extension Profile {
  convenience init(_ properties: [String: String]) {
    self.init(properties.map { (name: ExactString($0.key), value: ExactString($0.value)) })
  }
}

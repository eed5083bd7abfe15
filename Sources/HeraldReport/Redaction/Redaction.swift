public import Herald
import HeraldFormats

/// Takes out of events what tells whose they are, and keeps what decisions rest on as far as that can be.
///
/// What an event becomes depends on the event and the key alone. Revisions, types, the words that Herald knows, policies'
/// digests and documents stay as they are.
public struct Redaction: Sendable {
  public var pseudonyms: Pseudonyms
  public var properties = PropertyRedaction()
  /// Whether keys, attributes and types that Herald doesn't know are told as they are.
  public var keepsUnknown = false
  /// Whether the paths of URLs are told.
  public var keepsPaths = false
  /// Whether the app's names of its operations are told.
  public var keepsOperations = false
  /// How exactly times are told; nil for as they are.
  public var times: RoundedTime?
  /// Whether all times are told in UTC.
  public var hidesZone = false

  public init(pseudonyms: Pseudonyms) { self.pseudonyms = pseudonyms }

  /// The event as it is told. Its revision is the original one's.
  public mutating func event(_ event: Event) -> Event {
    var redacted = event
    redacted.source = source(event.source)
    redacted.id = id(event.id, of: event.source)
    redacted.time = time(event.time)
    redacted.data = data(event)
    if case .unknown = event.data, !keepsUnknown {
      // Not the type's own name with a version of its own: a later Herald may know it, and would ask for its data.
      redacted.type = pseudonyms.pseudonym(of: event.type, as: .type)
      redacted.dataVersion = 1
    }
    return redacted
  }

  private mutating func data(_ event: Event) -> EventData {
    switch event.data {
    case .appLaunched(var launch):
      launch.profile = properties.profile(launch.profile)
      launch.user = launch.user.map { user($0) }
      return .appLaunched(launch)
    case .fetchSucceeded(let fetch): return .fetchSucceeded(self.fetch(fetch))
    case .fetchFailed(var fetch):
      fetch.url = address(fetch.url)
      fetch.reason = word(fetch.reason, among: Self.failures)
      // A status that no HTTP server sends may be anything.
      fetch.status = fetch.status.flatMap { (100...599).contains($0) ? $0 : nil }
      fetch.user = change(fetch.user)
      return .fetchFailed(fetch)
    case .promptShown(var showing):
      showing.prompt = prompt(showing.prompt, of: event.source)
      showing.rule = rule(showing.rule)
      showing.language = showing.language.flatMap { language($0) }
      return .promptShown(showing)
    case .buttonChosen(let answer):
      return .buttonChosen(
        ButtonChosen(prompt: prompt(answer.prompt, of: event.source), button: button(answer.button)))
    case .pushReceived(let push): return .pushReceived(self.push(push, of: event.source))
    case .operationAttempted(let attempt):
      if keepsOperations { return event.data }
      return .operationAttempted(
        OperationAttempted(operation: pseudonyms.pseudonym(of: attempt.operation, as: .operation)))
    case .appForegrounded, .appBackgrounded, .unknown: return event.data
    }
  }

  private mutating func fetch(_ original: FetchSucceeded) -> FetchSucceeded {
    var fetch = original
    fetch.url = address(fetch.url)
    fetch.storeURL = fetch.storeURL.map { address($0) }
    fetch.format = word(fetch.format, among: Self.formats)
    fetch.etag = fetch.etag.map { pseudonyms.pseudonym(of: $0, as: .entityTag) }
    fetch.user = change(fetch.user)
    fetch.reading = nil
    return fetch
  }

  private mutating func push(_ original: PushReceived, of source: ExactString) -> PushReceived {
    var push = original
    push.event = id(push.event, of: source)
    push.kind = word(push.kind, among: [PushReceived.forceUpdate])
    push.url = push.url.map { address($0) }
    push.targetVersion = push.targetVersion.map { version($0) }
    push.user = push.user.map { user($0) }
    return push
  }
}

/// Names and words.
extension Redaction {
  mutating func source(_ text: ExactString) -> ExactString { pseudonyms.pseudonym(of: text, as: .installation) }
  mutating func user(_ text: ExactString) -> ExactString { pseudonyms.pseudonym(of: text, as: .user) }

  func id(_ text: ExactString, of source: ExactString) -> ExactString {
    pseudonyms.pseudonym(of: text, as: .event, in: source)
  }

  func prompt(_ text: ExactString, of source: ExactString) -> ExactString {
    pseudonyms.pseudonym(of: text, as: .prompt, in: source)
  }

  private mutating func change(_ change: UserChange) -> UserChange {
    if case .signedIn(let user) = change { .signedIn(self.user(user)) } else { change }
  }

  /// The ids of published rules begin so, and every reader of the document knows them.
  mutating func rule(_ text: ExactString) -> ExactString {
    let isPublished = ["update:", "message:"].contains { text.string.utf8.starts(with: $0.utf8) }
    return isPublished || text == Prompt.pushRule ? text : pseudonyms.pseudonym(of: text, as: .rule)
  }

  mutating func button(_ text: ExactString) -> ExactString { word(text, among: Self.buttons) }

  /// A version, or a text that is none.
  mutating func version(_ text: ExactString) -> ExactString {
    AppVersion(text.string) == nil ? pseudonyms.pseudonym(of: text, as: .version) : text
  }

  /// A word that Herald knows stays.
  private mutating func word(_ text: ExactString, among known: [ExactString]) -> ExactString {
    known.contains(text) ? text : pseudonyms.pseudonym(of: text, as: .word)
  }

  /// A showing's language says as much of the device as its property does.
  private func language(_ text: ExactString) -> ExactString? {
    guard LanguageTag.isKey(text.string) else { return nil }
    return text.isEmpty || text == "*" ? text : properties.value(text, of: .deviceLanguage)
  }

  func time(_ time: DeviceTime) -> DeviceTime {
    DeviceTime(
      moment: times?.cut(time.moment) ?? time.moment, offsetMinutes: hidesZone ? 0 : time.offsetMinutes)
  }

  func time(_ time: Timestamp?) -> Timestamp? { time.map { times?.cut($0) ?? $0 } }

  private static let failures: [ExactString] = ["offline", "timeout", "tls", "http", "tooLarge", "cancelled"]
  private static let formats = Formats.all.flatMap { $0.names }.map { ExactString($0) }
  private static let buttons = Button.allCases.map { ExactString($0.rawValue) }
}

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
    redacted.data = event.data.redacted(of: event.source, by: &self)
    if case .unknown = event.data, !keepsUnknown {
      // Not the type's own name with a version of its own: a later Herald may know it, and would ask for its data.
      redacted.type = pseudonyms.pseudonym(of: event.type, as: .type)
      redacted.dataVersion = 1
    }
    return redacted
  }
}

/// What becomes of each field; which fields an event has, its type declares.
extension Redaction: FieldRedactor {
  package mutating func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString? {
    switch privacy {
    case .plain: text
    case .eventID: id(text, of: source)
    case .address: address(text)
    case .user: user(text)
    case .showing: prompt(text, of: source)
    case .rule: rule(text)
    case .language: language(text)
    case .version: version(text)
    case .appVersion: properties.value(text, of: .appVersionName)
    case .operation: keepsOperations ? text : pseudonyms.pseudonym(of: text, as: .operation)
    case .entityTag: pseudonyms.pseudonym(of: text, as: .entityTag)
    case .button: button(text)
    case .failure: word(text, among: Self.failures)
    case .format: word(text, among: Self.formats)
    case .pushKind: word(text, among: [PushReceived.forceUpdate])
    }
  }

  package mutating func profile(_ profile: Profile) -> Profile { properties.profile(profile) }
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

  package func time(_ time: Timestamp) -> Timestamp { times?.cut(time) ?? time }

  private static let failures: [ExactString] = ["offline", "timeout", "tls", "http", "tooLarge", "cancelled"]
  private static let formats = Formats.all.flatMap { $0.names }.map { ExactString($0) }
  private static let buttons = Button.allCases.map { ExactString($0.rawValue) }
}

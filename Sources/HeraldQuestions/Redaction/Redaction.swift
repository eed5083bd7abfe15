public import Herald
import HeraldFormats

/// Removes from events what identifies persons, and keeps what decisions depend on where possible.
///
/// ```swift
/// var redaction = Redaction(pseudonyms: pseudonyms)
/// redaction.properties.dropped = [.deviceModel]
/// redaction.times = .hour
/// let shared = redaction.event(event)
/// ```
///
/// The result depends only on the event, the key and the options. Revisions, types, the words that Herald knows, policies'
/// digests and documents stay as they are.
public struct Redaction: Sendable {
  /// Replaces names.
  public var pseudonyms: Pseudonyms
  /// The device's properties that are kept; by default the well-known ones.
  public var properties = PropertyRedaction()
  /// True to keep keys, attributes and types that Herald doesn't know.
  public var keepsUnknown = false
  /// True to keep the paths of URLs.
  public var keepsPaths = false
  /// True to keep all the app's names of operations. Names in a policy of the log are kept in any case.
  public var keepsOperations = false
  /// The unit to which times are rounded down; nil for exact times.
  public var times: RoundedTime?
  /// The numbers that the log's policies ask for. Launches carry them, because a pseudonym draws others.
  package private(set) var draws: Set<Draw> = []
  /// The ids of the variants in the log's policies, which stay.
  package private(set) var variants: Set<ExactString> = []
  /// The operations that rules of the log's policies name, which stay, because decisions depend on them.
  package private(set) var operations: Set<ExactString> = []
  /// True to write all times in UTC.
  public var hidesZone = false

  /// Makes a redaction that hides all that it can.
  public init(pseudonyms: Pseudonyms) { self.pseudonyms = pseudonyms }

  /// The redacted event, with the same revision.
  public mutating func event(_ event: Event) -> Event {
    var redacted = event
    redacted.source = source(event.source)
    redacted.id = id(event.id, of: event.source)
    redacted.time = time(event.time)
    // The line is another one. Its own salt would let a reader check guesses at the original's digest.
    redacted.salt = nil
    redacted.data = event.data.redacted(of: event.source, by: &self)
    if case .appLaunched(let launch) = event.data, case .appLaunched(var other) = redacted.data {
      other.draws = draws(of: event.source, launch)
      redacted.data = .appLaunched(other)
    }
    if case .unknown = event.data, !keepsUnknown {
      // A later Herald may know the type, and would require its data.
      redacted.type = pseudonyms.pseudonym(of: event.type, as: .type)
      redacted.dataVersion = 1
    }
    return redacted
  }
}

extension Redaction {
  /// Takes note of a policy of the log, so that decisions under it stay as they are.
  public mutating func note(_ policy: Policy) {
    draws.formUnion(policy.draws)
    for rule in policy.rules {
      variants.formUnion(rule.manners.variants.map(\.id))
      operations.formUnion(rule.manners.triggers?.operations ?? [])
    }
  }

  /// The numbers that the log's policies ask for, and those that the launch brought under published names.
  private func draws(of source: ExactString, _ launch: AppLaunched) -> Draws? {
    var numbers = (launch.draws?.numbers ?? [:]).filter { name, _ in
      ["update:", "message:", "holdout:", "variant:"].contains { name.string.utf8.starts(with: $0.utf8) }
    }
    for draw in draws { numbers[draw.name] = draw.number(of: source, unless: launch.draws) }
    return numbers.isEmpty ? nil : Draws(numbers)
  }
}

/// Redacts each field by its privacy, which the event's type declares.
extension Redaction: FieldRedactor {
  package mutating func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString? {
    switch privacy {
    case .plain: text
    case .name(let kind): pseudonyms.pseudonym(of: text, as: kind)
    case .localName(let kind): pseudonyms.pseudonym(of: text, as: kind, in: source)
    case .word(let known): word(text, among: known())
    case .format: word(text, among: Self.formats)
    case .property(let name): properties.value(text, of: name)
    case .address: address(text)
    case .signature: signature(text)
    case .rule: rule(text)
    case .variant: variants.contains(text) ? text : pseudonyms.pseudonym(of: text, as: .word)
    case .language: language(text)
    case .version: version(text)
    case .operation:
      keepsOperations || operations.contains(text) ? text : pseudonyms.pseudonym(of: text, as: .operation)
    }
  }

  package mutating func profile(_ profile: Profile) -> Profile { properties.profile(profile) }
}

/// Redacts names and words.
extension Redaction {
  mutating func source(_ text: ExactString) -> ExactString { pseudonyms.pseudonym(of: text, as: .installation) }

  func id(_ text: ExactString, of source: ExactString) -> ExactString {
    pseudonyms.pseudonym(of: text, as: .event, in: source)
  }

  /// Keeps ids with the prefixes of published rules, because the document contains them.
  mutating func rule(_ text: ExactString) -> ExactString {
    let isPublished = ["update:", "message:"].contains { text.string.utf8.starts(with: $0.utf8) }
    return isPublished || text == Prompt.pushRule ? text : pseudonyms.pseudonym(of: text, as: .rule)
  }

  /// Keeps a version, and replaces any other text.
  mutating func version(_ text: ExactString) -> ExactString {
    AppVersion(text.string) == nil ? pseudonyms.pseudonym(of: text, as: .version) : text
  }

  /// Keeps a word that Herald knows, and replaces any other.
  private mutating func word(_ text: ExactString, among known: [ExactString]) -> ExactString {
    known.contains(text) ? text : pseudonyms.pseudonym(of: text, as: .word)
  }

  /// Keeps what a publisher signed. Any other text counts as none, and so does an empty one.
  private func signature(_ text: ExactString) -> ExactString {
    guard let file = try? SignatureFile(text.string) else { return "" }
    return ExactString(file.text(naming: "signature"))
  }

  /// A showing's language identifies a device as much as its property, so it is redacted in the same way.
  private func language(_ text: ExactString) -> ExactString? {
    guard LanguageTag.isKey(text.string) else { return nil }
    return text.isEmpty || text == "*" ? text : properties.value(text, of: .deviceLanguage)
  }

  func time(_ time: DeviceTime) -> DeviceTime {
    if time.isMissing { return time }
    return DeviceTime(
      moment: times?.cut(time.moment) ?? time.moment, offsetMinutes: hidesZone ? 0 : time.offsetMinutes)
  }

  package func time(_ time: Timestamp) -> Timestamp { times?.cut(time) ?? time }

  private static let formats = Formats.names.map { ExactString($0) }
}

package import Herald
import HeraldFormats

/// The options for removing from events what identifies persons. What decisions depend on is kept where possible.
///
/// ```swift
/// var redaction = Redaction()
/// redaction.properties.dropped = [.deviceModel]
/// redaction.times = .hour
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
  ///
  /// - Parameter pseudonyms: by default with a key that is drawn for them and forgotten.
  public init(pseudonyms: Pseudonyms = Pseudonyms()) { self.pseudonyms = pseudonyms }

  /// The redacted event, with the same revision.
  mutating func event(_ event: Event) -> Event {
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
  mutating func record(_ policy: Policy) {
    draws.formUnion(policy.draws)
    for rule in policy.rules {
      variants.formUnion(rule.pacing.variants.map(\.id))
      operations.formUnion(rule.pacing.triggers?.operations ?? [])
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
    guard LanguageTagForm.isKey(text.string) else { return nil }
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

/// Compares the state of a redacted log with the expected one.
extension Redaction {
  /// The fields in which a state differs from the original one by more than its names.
  mutating func differences(of redacted: InstallationState, from original: InstallationState, of source: ExactString)
    -> [StateAspect]
  {
    let expected = original.allFields(redactedBy: &self, of: source)
    // By name, because draws may be in one of them only.
    return redacted.allFields.filter { field in
      expected.first { $0.name == field.name }.map { $0 != field } ?? false
    }.map { StateAspect(rawValue: $0.name.string) }
  }

  /// True if two prompts have the same destination. Destinations in documents are kept; destinations in events are
  /// redacted.
  mutating func leadsTheSame(_ original: ExactString?, _ redacted: ExactString?) -> Bool {
    redacted == original || redacted == original.map { address($0) }
  }
}

/// Redacts URLs: keeps the host, and removes what identifies a user.
extension Redaction {
  /// The scheme, host and port of a URL that a device can open, with a pseudonym of its path, or with the path where
  /// ``keepsPaths`` is set. User name, query and fragment are removed. Any other text becomes a pseudonym. The number
  /// of an app in the App Store stays, because `storepage` looks for it in the page.
  ///
  /// A device can open the result exactly where it can open the original, because pushes and formats depend on that.
  mutating func address(_ text: ExactString) -> ExactString {
    guard let url = Destination.read(text.string) else { return pseudonyms.pseudonym(of: text, as: .address) }
    let bytes = url.string.utf8
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = bytes.dropFirst(scheme.count + 1)
    let isHierarchical = rest.starts(with: "//".utf8)
    let authority = isHierarchical ? rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) } : rest.prefix(0)
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
    let path = (isHierarchical ? rest.dropFirst(2 + authority.count) : rest).prefix { !"?#".utf8.contains($0) }
    let start = "\(Substring(scheme)):" + (isHierarchical ? "//\(Substring(host))" : "")
    let isStore = StoreHost.all.contains(Substring(host).lowercased())
    let number = isStore && !keepsPaths ? AppNumber.number(in: url.string).map { "/id\($0)" } : nil
    let redacted = ExactString(start + told(Substring(path), isHierarchical) + (number ?? ""))
    // A device cannot open what remains of a URL such as `market:?id=…`.
    return Destination.read(redacted.string) == nil ? ExactString("\(Substring(scheme)):redacted") : redacted
  }

  private mutating func told(_ path: Substring, _ isHierarchical: Bool) -> String {
    if keepsPaths || path.isEmpty || path == "/" { return String(path) }
    return (isHierarchical ? "/" : "") + pseudonyms.pseudonym(of: ExactString(String(path)), as: .path).string
  }
}

/// The hosts of the App Store, whose addresses have an app's number.
private enum StoreHost {
  static let all: Set<String> = ["apps.apple.com", "itunes.apple.com"]
}

/// The precision of times in a redacted log.
public enum RoundedTime: String, Sendable, CaseIterable {
  /// Rounded down to the whole minute, hour or day, in UTC.
  case minute, hour, day

  private var milliseconds: Int64 {
    switch self {
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }

  /// The moment rounded down. The order of moments stays.
  func cut(_ moment: Timestamp) -> Timestamp {
    let rest = moment.milliseconds % milliseconds
    return Timestamp(milliseconds: moment.milliseconds - (rest < 0 ? rest + milliseconds : rest))
  }
}

public import Herald

/// Reads one kind of published document into a policy.
package protocol Format: Sendable {
  /// The names that events use for the format; the first is the usual one.
  static var names: [String] { get }
  /// True if a rule's destination may be the address that the document was fetched from.
  static var leadsToItsURL: Bool { get }
  /// Returns true if a document looks like one of this format, whatever the event calls it.
  static func recognizes(_ outline: DocumentOutline) -> Bool
  /// True if an app may configure house rules for the document's rules.
  static var takesHouseRules: Bool { get }
  /// The most bytes of a document that are read.
  static var sizeLimit: Int { get }
  /// The format's keys, for people and editors.
  static var reference: FormatReference { get }
  /// Reads a document of at most ``sizeLimit`` bytes.
  static func read(_ document: Document) -> ReadDocument
}

extension Format {
  package static var leadsToItsURL: Bool { false }
  package static var takesHouseRules: Bool { true }
  package static var sizeLimit: Int { Document.sizeLimit }
}

/// The formats that an app reads: Herald's, and any of its own.
///
/// ```swift
/// let remoteConfig = OwnFormat("remote-config") { document in
///   let rule = Rule(
///     id: "update:newest", kind: .optional,
///     descriptions: Descriptions(inAllLanguages: PromptTexts(message: document.text)),
///     destinations: Rule.Destinations(onAndroid: nil, elsewhere: "https://example.com/app"))
///   return ReadDocument(Policy(of: document, rules: [rule]))
/// }
/// let formats = FormatRegistry.standard.adding(remoteConfig)
/// ```
///
/// Give it to the installation, and to the tests that replay its logs. The program `herald` knows Herald's formats alone: it
/// refuses such a document as `unknownFormat`.
public struct FormatRegistry: Sendable {
  /// Herald's formats.
  public static let standard = FormatRegistry()

  private var own: [OwnFormat] = []

  /// The same formats and one more. A name of Herald's keeps its meaning, because a log must mean the same everywhere.
  public func adding(_ format: OwnFormat) -> FormatRegistry {
    var more = self
    more.own.append(format)
    return more
  }

  /// Reads a document in the format that it names, and collects every finding. It never fails.
  public func read(_ document: Document) -> ReadDocument {
    guard let format = own(document.format) else { return Formats.read(document) }
    guard document.text.utf8.count <= format.sizeLimit else {
      return ReadDocument(refused: .tooLarge, [Formats.tooLarge(document, limit: format.sizeLimit)])
    }
    return format.read(document).applying(document.houseRules)
  }

  /// Reads a document without its findings, as a log's reader needs it.
  public func reading(_ document: Document) -> Reading { read(document).reading }

  /// The most bytes of a document in a format.
  public func sizeLimit(of format: ExactString) -> Int { own(format)?.sizeLimit ?? Formats.sizeLimit(of: format) }

  private func own(_ name: ExactString) -> OwnFormat? {
    guard !own.isEmpty, !Formats.names.contains(where: { ExactString($0) == name }) else { return nil }
    return own.first { $0.name == name }
  }
}

/// Registries are equal where they have formats of the same names, because functions cannot be compared.
extension FormatRegistry: Hashable {
  /// Compares the names.
  public static func == (left: Self, right: Self) -> Bool { left.own.map(\.name) == right.own.map(\.name) }

  /// Hashes the names.
  public func hash(into hasher: inout Hasher) { hasher.combine(own.map(\.name)) }
}

/// A format of an app's own: how its documents become policies.
public struct OwnFormat: Sendable {
  /// The name that events have for it, such as `remote-config`.
  public let name: ExactString
  /// The most bytes of a document.
  public let sizeLimit: Int
  let read: @Sendable (Document) -> ReadDocument

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - name: the name in events; none of `Formats.names`.
  ///   - sizeLimit: the most bytes of a document.
  ///   - read: makes a policy of a document, or refuses it. It is pure: the same document gives the same policy for ever,
  ///     or a replay would differ from what users saw.
  public init(
    _ name: String, sizeLimit: Int = Document.sizeLimit, read: @escaping @Sendable (Document) -> ReadDocument
  ) {
    self.name = ExactString(name)
    self.sizeLimit = min(max(0, sizeLimit), Document.largestSizeLimit)
    self.read = read
  }
}

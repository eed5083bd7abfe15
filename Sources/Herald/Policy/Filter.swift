/// What a rule asks of one property of a device, such as `appVersionName`: `<2.7, !2.5.*`.
///
/// The text is Turkcell Updater's filter language: parts between commas, of which one that is not excluded must
/// match and none that is excluded (`!`) may.
public struct Filter: Sendable {
  public let property: ExactString
  /// The text as the document has it.
  public let text: String
  /// The parts that count, in order; empty parts and a bare `!` are left out.
  public let parts: [Part]

  public init(property: ExactString, text: String) {
    self.property = property
    self.text = text
    parts = text.normalized.utf8.split(separator: UInt8(ascii: ",")).compactMap { Part(Substring($0)) }
  }

  /// One part of a filter's text.
  public struct Part: Sendable {
    /// The part as it is compared: lower-cased, without white space.
    public let text: String
    /// Whether the part begins with `!`.
    public let excludes: Bool
    package let pattern: Pattern

    init?(_ text: Substring) {
      self.text = String(text)
      excludes = text.utf8.first == UInt8(ascii: "!")
      let body = text.utf8.dropFirst(excludes ? 1 : 0)
      guard !body.isEmpty else { return nil }
      pattern = Pattern(String(Substring(body)))
    }
  }

  /// Whether a value matches, and which part decided (nil where it was none in particular).
  public func verdict(on value: PropertyValue) -> (matches: Bool, decidedBy: Part?) {
    if let excluding = parts.first(where: { $0.excludes && $0.pattern.matches(value) }) { return (false, excluding) }
    if let including = parts.first(where: { !$0.excludes && $0.pattern.matches(value) }) { return (true, including) }
    return (parts.allSatisfy(\.excludes), nil)
  }
}

/// A property's value, read once for all filters that ask for it.
public struct PropertyValue: Sendable {
  /// The value as the device sent it; nil where it sent none.
  public let raw: ExactString?
  let normalized: String
  package let version: AppVersion?

  public init(_ raw: ExactString?) {
    self.raw = raw
    normalized = raw?.string.normalized ?? ""
    version = AppVersion(normalized: normalized)
  }
}

/// A rule's condition on one property of a device, such as `<2.7, !2.5.*` on `appVersionName`.
///
/// The text is Turkcell Updater's filter language: parts between commas. At least one part without `!` must match, and
/// no part with `!` may match.
///
/// ```swift
/// let filter = Filter(property: .appVersionName, text: "<2.7, !2.5.*")
/// print(filter.verdict(on: PropertyValue("2.6")).matches)  // true
/// ```
public struct Filter: Sendable {
  /// The property's name.
  public let property: ExactString
  /// The text as the document has it.
  public let text: String
  /// The parts in order, without empty ones and a bare `!`.
  public let parts: [Part]

  /// Parses a filter's text; every text is a filter.
  public init(property: ExactString, text: String) {
    self.property = property
    self.text = text
    parts = text.normalized.utf8.split(separator: UInt8(ascii: ",")).compactMap { Part(Substring($0)) }
  }

  /// Makes a filter that one text matches, whatever characters it has: normalized as in a document's filter, or in its
  /// own spelling.
  package init(property: ExactString, equalTo text: String, isExact: Bool) {
    self.property = property
    self.text = text
    let normalized = text.normalized
    parts = [Part(text: normalized, pattern: isExact ? .exactly(ExactString(text)) : .equals(normalized))]
  }

  /// One part of a filter's text.
  public struct Part: Sendable {
    /// The part as it is compared: lower-cased, without white space.
    public let text: String
    /// True if the part begins with `!`.
    public let excludes: Bool
    package let pattern: Pattern

    fileprivate init(text: String, pattern: Pattern) {
      self.text = text
      self.pattern = pattern
      excludes = false
    }

    init?(_ text: Substring) {
      self.text = String(text)
      excludes = text.utf8.first == UInt8(ascii: "!")
      let body = text.utf8.dropFirst(excludes ? 1 : 0)
      guard !body.isEmpty else { return nil }
      pattern = Pattern(String(Substring(body)))
    }
  }

  /// Returns true if a value matches, and the part that decided; nil where no single part did.
  public func verdict(on value: PropertyValue) -> (matches: Bool, decidedBy: Part?) {
    if let excluding = parts.first(where: { $0.excludes && $0.pattern.matches(value) }) { return (false, excluding) }
    if let including = parts.first(where: { !$0.excludes && $0.pattern.matches(value) }) { return (true, including) }
    return (parts.allSatisfy(\.excludes), nil)
  }
}

/// A property's value, parsed once for all filters that read it.
public struct PropertyValue: Sendable {
  /// The value as the device sent it; nil if it sent none.
  public let raw: ExactString?
  let normalized: String
  package let version: AppVersion?

  /// Parses a value; nil for a property that the device did not send.
  public init(_ raw: ExactString?) {
    self.raw = raw
    normalized = raw?.string.normalized ?? ""
    version = AppVersion(normalized: normalized)
  }
}

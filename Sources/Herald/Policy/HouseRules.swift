/// An app's configuration for the rules of every document of a store format, such as how often a prompt is repeated.
///
/// ```swift
/// let houseRules = HouseRules(json: #"{"displayPeriodInHours":24,"skippable":true}"#)
/// ```
///
/// A fetch carries it as a fact. The format of the document applies it.
public struct HouseRules: Hashable, Sendable {
  /// The JSON object without white space and with its names sorted, as RFC 8785 writes it. Numbers stay as they are
  /// written, so that no percentage is rounded twice.
  public let json: ExactString

  /// Reads house rules; nil where the text is not one JSON object.
  public init?(json text: String) {
    guard let json = JSONObjectText.canonical(text) else { return nil }
    self.json = json
  }

  /// Takes an object that ``JSONObjectText`` wrote.
  init(canonical json: ExactString) { self.json = json }
}

/// Makes house rules of values.
extension HouseRules {
  /// Makes house rules of values; each nil leaves the document's rules as they are.
  ///
  /// Keys that are objects or lists, such as `deadline`, `phasedRollout` or `frequencyCaps`, are given with
  /// ``init(json:)``.
  ///
  /// - Parameters:
  ///   - displayPeriodInHours: the least time between two showings of a rule, 0 to 2^53 − 1.
  ///   - maxDisplayCount: the most showings of a rule on one installation, from 0.
  ///   - isSkippable: true to give an optional update the button `skip`.
  ///   - rollout: the percentage of the installations, 0 to 100.
  ///
  /// A value out of range is left out where the document is read, with a finding.
  public init(
    displayPeriodInHours: Double? = nil, maxDisplayCount: Int? = nil, isSkippable: Bool? = nil, rollout: Double? = nil
  ) {
    var output = JSONWriter()
    // In the order of RFC 8785.
    output.object {
      $0.number("displayPeriodInHours", displayPeriodInHours)
      if let maxDisplayCount { $0.member("maxDisplayCount", maxDisplayCount) }
      $0.number("rollout", rollout)
      if let isSkippable { $0.member("skippable", isSkippable) }
    }
    self.init(canonical: ExactString(output.string))
  }
}

extension JSONWriter {
  /// JSON has no infinite number.
  fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    member(name) { $0.raw(json: CanonicalJSON.number("\(value)")) }
  }
}

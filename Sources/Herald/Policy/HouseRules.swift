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

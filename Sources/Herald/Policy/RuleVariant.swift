/// One of several texts of a rule, for a share of the installations, to learn which text does better.
public struct RuleVariant: Sendable {
  /// The name, which showings carry.
  public let id: ExactString
  /// The share, relative to the sum of all weights; 0 to 10,000.
  public let weight: Int
  /// The texts; a device without one of them sees the rule's own.
  public let descriptions: Descriptions

  /// Names a variant.
  public init(id: ExactString, weight: Int, descriptions: Descriptions = Descriptions([])) {
    self.id = id
    self.weight = weight
    self.descriptions = descriptions
  }
}

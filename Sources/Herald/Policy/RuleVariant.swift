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

extension Rule {
  /// The index of an installation's variant; nil for a rule without variants.
  func variantIndex(of profile: Profile, _ source: ExactString) -> Int? {
    guard !manners.variants.isEmpty else { return nil }
    let sum = manners.variants.reduce(0) { $0 + $1.weight }
    let place = Draw.variant(rule: id).number(of: profile, source) * sum / 10_000
    var end = 0
    for (index, variant) in manners.variants.enumerated() {
      end += variant.weight
      if place < end { return index }
    }
    return nil
  }
}

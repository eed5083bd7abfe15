import Herald

/// A number of installations out of a total.

package struct Proportion: Hashable, Sendable {
  /// Number of installations that are counted.
  package let count: Int
  /// Number of all installations.
  package let total: Int

  /// - Parameters:
  ///   - count: 0 to `total`.
  ///   - total: 1 or more.
  package init(_ count: Int, of total: Int) {
    self.count = count
    self.total = total
  }

  /// From 0 to 1.
  package var share: Double { Double(count) / Double(total) }

  /// Wilson's score interval at 95 %, which holds for few installations and for shares near 0 and 1 too.
  ///
  /// E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
  package var interval: ClosedRange<Double> {
    let (share, total, z) = (share, Double(total), NormalQuantile.ofBothTails)
    let denominator = 1 + z * z / total
    let center = (share + z * z / (2 * total)) / denominator
    let half = z * (share * (1 - share) / total + z * z / (4 * total * total)).squareRoot() / denominator
    return max(0, center - half)...min(1, center + half)
  }
}

/// The difference between two shares.
package struct ProportionDifference: Hashable, Sendable {
  /// The share that is compared.
  package let proportion: Proportion
  /// The share that it is compared with.
  package let reference: Proportion

  package init(_ proportion: Proportion, from reference: Proportion) {
    self.proportion = proportion
    self.reference = reference
  }

  /// From −1 to 1.
  package var difference: Double { proportion.share - reference.share }

  /// The hybrid score interval at 95 %: method 10 of R. G. Newcombe, Interval estimation for the difference between
  /// independent proportions, 1998.
  package var interval: ClosedRange<Double> {
    let (first, second) = (proportion.interval, reference.interval)
    func length(_ one: Double, _ other: Double) -> Double { (one * one + other * other).squareRoot() }
    let below = length(proportion.share - first.lowerBound, second.upperBound - reference.share)
    let above = length(reference.share - second.lowerBound, first.upperBound - proportion.share)
    return difference - below...difference + above
  }
}

/// Quantiles of the normal distribution.
enum NormalQuantile {
  /// 95 % lie between its negative and itself.
  static let ofBothTails = 1.959963984540054
  /// 80 % lie below it.
  static let ofFourFifths = 0.8416212335729143
}

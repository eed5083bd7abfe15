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

extension ProportionDifference {
  /// Such as `13.2 points more (95 %: 8.4 to 17.9)`.
  package var words: String {
    let isMore = difference >= 0
    let (low, high) = (interval.lowerBound, interval.upperBound)
    let bounds = isMore ? (low, high) : (-high, -low)
    return
      "\(abs(difference).points) points \(isMore ? "more" : "fewer") (95 %: \(bounds.0.pointsOfBound) to "
      + "\(bounds.1.pointsOfBound))"
  }
}

extension Double {
  /// A share in percent with one decimal.
  package var percent: String { "\(points) %" }

  /// A share in points with one decimal, such as `13.2`.
  package var points: String { points(decimals: 1) }

  /// The same, with enough decimals to differ from 0: an interval that leaves out 0 must not seem to contain it.
  fileprivate var pointsOfBound: String {
    points(decimals: (1...6).first { self == 0 || rounded(toDecimals: $0) != 0 } ?? 1)
  }

  /// In points, as a whole number of the last decimal.
  private func rounded(toDecimals decimals: Int) -> Int {
    Int((self * 100 * Double(Self.powerOfTen(decimals))).rounded())
  }

  private static func powerOfTen(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private func points(decimals: Int) -> String {
    let (rounded, power) = (rounded(toDecimals: decimals), UInt(Self.powerOfTen(decimals)))
    let digits = String(rounded.magnitude % power)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(rounded < 0 ? "−" : "")\(rounded.magnitude / power).\(zeros)\(digits)"
  }
}

/// The probability that chance alone makes a group as small or as large as it is.

enum BinomialTail {
  /// The chance that a group gets as few installations as it has, or as many, whichever is less likely.
  ///
  /// It adds the exact probabilities of the binomial distribution, each as a multiple of the greatest one. Those too
  /// small to change a sum are left out, so it takes time by the root of the total.
  ///
  /// - Parameters:
  ///   - count: 0 to `total`.
  ///   - share: the chance of each installation to be in the group.
  static func chance(of count: Int, among total: Int, share: Double) -> Double {
    guard share > 0 else { return count == 0 ? 1 : 0 }
    guard share < 1 else { return count == total ? 1 : 0 }
    let odds = share / (1 - share)
    let mode = min(total, Int(Double(total + 1) * share))
    var (all, few, many) = (0.0, 0.0, 0.0)
    func add(_ weight: Double, _ number: Int) {
      all += weight
      if number <= count { few += weight }
      if number >= count { many += weight }
    }
    add(1, mode)
    var weight = 1.0
    for number in stride(from: mode, to: total, by: 1) {
      if weight < smallest { break }
      weight *= odds * Double(total - number) / Double(number + 1)
      add(weight, number + 1)
    }
    weight = 1
    for number in stride(from: mode, to: 0, by: -1) {
      if weight < smallest { break }
      weight *= Double(number) / (odds * Double(total - number + 1))
      add(weight, number - 1)
    }
    return min(few, many) / all
  }

  private static let smallest = 1e-20
}

/// The size of groups at which a difference between them shows.

package enum NeededSize {
  /// The difference that is asked for: 5 points.
  package static let difference = 0.05

  /// Number of installations that the smaller group needs for an interval of 95 % to leave out 0 in four of five fleets
  /// whose groups truly differ by ``difference``.
  ///
  /// It holds for all shares, because it assumes the shares at which most installations are needed.
  ///
  /// - Parameter ratio: the size of the smaller group in sizes of the other, more than 0.
  package static func smallerGroup(ratio: Double) -> Int {
    let quantiles = NormalQuantile.ofBothTails + NormalQuantile.ofFourFifths
    return Int((quantiles * quantiles * 0.25 * (1 + ratio) / (difference * difference)).rounded(.up))
  }
}

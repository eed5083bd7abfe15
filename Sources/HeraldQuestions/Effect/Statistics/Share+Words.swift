import Herald

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

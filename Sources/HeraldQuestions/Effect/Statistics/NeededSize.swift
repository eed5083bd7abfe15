import Herald

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

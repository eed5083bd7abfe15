import Herald
/// How large groups must be for a difference between them to show.
package enum NeededSize {
  /// The difference that is asked for: 5 points.
  package static let difference = 0.05

  /// How many installations the smaller group needs for an interval of 95 % to leave out 0 in four of five fleets whose
  /// groups truly differ by ``difference``, whatever their shares: the shares at which most are needed are assumed.
  ///
  /// - Parameter ratio: the size of the smaller group in sizes of the other, more than 0.
  package static func smallerGroup(ratio: Double) -> Int {
    let quantiles = NormalQuantile.ofBothTails + NormalQuantile.ofFourFifths
    return Int((quantiles * quantiles * 0.25 * (1 + ratio) / (difference * difference)).rounded(.up))
  }
}

import Herald

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

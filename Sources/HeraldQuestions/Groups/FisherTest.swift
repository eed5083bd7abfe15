import Foundation

/// Fisher's exact test, one-sided. It assumes that groups and feature have nothing to do with each other, and gives the
/// chance that at least this number of a feature's installations falls into the first group.
///
/// R. A. Fisher, On the interpretation of χ² from contingency tables, and the calculation of P, 1922. It is computed with
/// logarithms of factorials, so that no number of installations is too large for it, and no chance too small.
struct FisherTest {
  /// The logarithms of the factorials of all numbers up to the number of installations.
  private let factorials: [Double]

  /// - Parameter largest: the most installations that are asked about.
  init(upTo largest: Int) {
    var factorials = [0.0]
    factorials.reserveCapacity(largest + 1)
    // A million logarithms are added up, so the rest that an addition loses is kept.
    var (sum, lost) = (0.0, 0.0)
    for number in 1..<max(2, largest + 1) {
      let term = log(Double(number)) - lost
      let next = sum + term
      lost = (next - sum) - term
      sum = next
      factorials.append(sum)
    }
    self.factorials = factorials
  }

  /// The logarithm of the chance that at least `a` installations of the first group have the feature.
  ///
  /// - Parameters:
  ///   - a: the number of the first group's that have it.
  ///   - b: the number of the second group's that have it.
  ///   - sizes: the number of installations of both groups.
  func logChance(_ a: Int, _ b: Int, of sizes: (a: Int, b: Int)) -> Double {
    let with = a + b
    let most = min(with, sizes.a)
    let least = max(0, with - sizes.b)
    if a <= least { return 0 }
    // The greatest term at or behind `a`, which the others are multiples of.
    let expected = (with + 1) * (sizes.a + 1) / (sizes.a + sizes.b + 2)
    let mode = min(most, max(a, expected))
    var sum = 1.0
    var weight = 1.0
    for number in mode..<max(mode, most) {
      weight *=
        Double(with - number) * Double(sizes.a - number)
        / (Double(number + 1) * Double(sizes.b - with + number + 1))
      sum += weight
      if weight < sum * Self.smallest { break }
    }
    weight = 1
    for number in stride(from: mode, to: a, by: -1) {
      weight *=
        Double(number) * Double(sizes.b - with + number)
        / (Double(with - number + 1) * Double(sizes.a - number + 1))
      sum += weight
      if weight < sum * Self.smallest { break }
    }
    return min(0, logTerm(mode, with, sizes) + log(sum))
  }

  private static let smallest = 1e-18

  /// The logarithm of the chance that exactly `a` of the first group have a feature that `with` installations have.
  private func logTerm(_ a: Int, _ with: Int, _ sizes: (a: Int, b: Int)) -> Double {
    logChoices(sizes.a, a) + logChoices(sizes.b, with - a) - logChoices(sizes.a + sizes.b, with)
  }

  private func logChoices(_ all: Int, _ chosen: Int) -> Double {
    factorials[all] - factorials[chosen] - factorials[all - chosen]
  }
}

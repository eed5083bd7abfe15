import Foundation
import Testing

@testable import HeraldQuestions

@Suite("Fisher's exact test")
struct FisherTestTests {
  /// The number of ways to choose some of many, exact as long as it fits a floating-point number.
  private static func choices(_ all: Int, _ chosen: Int) -> Double {
    guard chosen >= 0, chosen <= all else { return 0 }
    return (0..<chosen).reduce(1.0) { $0 * Double(all - $1) / Double($1 + 1) }
  }

  @Test("The chance is the share of all ways to choose a group that give as much or more")
  func small() {
    let test = FisherTest(upTo: 24)
    for first in 1...12 {
      for second in 1...12 {
        for a in 0...first {
          for b in 0...second {
            let with = a + b
            let ways = (a...first).reduce(0.0) {
              $0 + Self.choices(first, $1) * Self.choices(second, with - $1)
            }
            let expected = ways / Self.choices(first + second, with)
            let chance = test.logChance(a, b, of: (first, second))
            #expect(abs(exp(chance) / expected - 1) < 1e-9, "\(a) \(b) of \(first) \(second)")
          }
        }
      }
    }
  }

  @Test("The chance of a feature that all of the first and none of the others have is that of their choice")
  func large() {
    // Two of a hundred thousand.
    let chance = FisherTest(upTo: 100_000).logChance(2, 0, of: (2, 99_998))
    #expect(abs(exp(-chance) / (100_000.0 * 99_999 / 2) - 1) < 1e-6)
    // Smaller than any floating-point number.
    #expect(FisherTest(upTo: 4000).logChance(2000, 0, of: (2000, 2000)) < -2700)
  }
}

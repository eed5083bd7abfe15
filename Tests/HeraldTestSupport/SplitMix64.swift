/// Random numbers that are the same in every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators").
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }

  /// True with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// A text of random parts; a part may repeat.
  package mutating func text(of parts: [String], count: ClosedRange<Int>) -> String {
    (0..<int(count)).map { _ in pick(parts) }.joined()
  }
}

/// The seeds of tests of laws.
package enum Seeds {
  package static let all = Array(UInt64(1)...20)
  /// For laws that take seconds for each.
  package static let few = Array(UInt64(1)...8)
}

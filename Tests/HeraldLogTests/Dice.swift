/// Random numbers that are the same in every run: xorshift64*, by Vigna.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A number from 0 to one below `count`.
  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

/// Random numbers that are the same for the same seed (SplitMix64, https://prng.di.unimi.it/splitmix64.c).
struct Dice {
  private var state: UInt64

  /// - Parameter number: the case's number, so that each case can be drawn alone.
  init(seed: UInt64, kind: String, number: Int) {
    state = seed
    for byte in kind.utf8 { state = (state ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    state ^= UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `count` − 1; 0 where there is none.
  mutating func number(below count: Int) -> Int { count < 2 ? 0 : Int(next() % UInt64(count)) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  mutating func isOne(in count: Int) -> Bool { number(below: count) == 0 }
}

/// Numbers that are the same in every run: Knuth's MMIX generator, of which the high bits are the random ones.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 on, below the bound.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

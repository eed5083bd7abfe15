/// A rule is shown so many times and no more.
extension Rule {
  @inline(__always)
  func passesCount<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard !kind.isBlocking, !situation.isManual, let maxDisplayCount else { return true }
    let shown = situation.records[id]?.shown ?? 0
    let passed = shown < maxDisplayCount
    witness.saw(
      Comparison(
        "times shown", found: String(shown), wanted: "fewer than \(maxDisplayCount)", passed: passed,
        key: "/maxDisplayCount", basis: .showing))
    return passed
  }
}

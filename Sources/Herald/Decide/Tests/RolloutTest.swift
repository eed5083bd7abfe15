import Crypto

/// A part of the installations, drawn once and for all by rule and installation, so that raising it only adds.
extension Rule {
  @inline(__always)
  func passesRollout<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard rollout < 10_000 || W.looksOn else { return true }
    let draw = Self.draw(rule: id, source: situation.question.source)
    let passed = draw < rollout
    if rollout < 10_000 {
      witness.saw(
        Comparison(
          "draw of this installation", found: Self.percent(draw), wanted: "below \(Self.percent(rollout))",
          passed: passed, key: "/rollout", basis: .source))
    }
    return passed
  }

  /// The place of an installation in a rule's roll-out, in hundredths of a percent: 0 to 9999.
  static func draw(rule: ExactString, source: ExactString) -> Int {
    var hash = SHA256()
    for part in [rule, "\n", source] { part.withBytes { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) } }
    return hash.finalize().prefix(4).reduce(0) { $0 << 8 | Int($1) } % 10_000
  }

  private static func percent(_ hundredths: Int) -> String { "\(percentage(hundredths)) %" }
}

/// For each rule that a decision looked at, the test that it failed; nil for the one that is shown.
///
/// Four bits a rule, because a list of its own for each of a million decisions costs more than deciding; rules beyond
/// the sixteenth get one.
struct Failures: Hashable, Sendable {
  private var packed: UInt64 = 0
  private var more: [RuleTest?] = []
  private(set) var count = 0

  private static let packedAtMost = 16

  @inline(__always)
  mutating func append(_ failed: RuleTest?) {
    if count < Self.packedAtMost {
      packed |= (failed.map { UInt64($0.place) + 1 } ?? 0) << UInt64(count * 4)
    } else {
      more.append(failed)
    }
    count += 1
  }
}

extension Failures: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> RuleTest? {
    let code = code(index)
    return code == 0 ? nil : RuleTest.inOrder[code - 1]
  }

  /// 0 where the rule is shown, or one more than its test's place.
  @inline(__always)
  func code(_ index: Int) -> Int {
    guard index < Self.packedAtMost else { return more[index - Self.packedAtMost].map { $0.place + 1 } ?? 0 }
    return Int(packed &>> UInt64(index * 4) & 15)
  }
}

extension RuleTest {
  /// The test's place in their order, below 15.
  @inline(__always)
  package var place: Int {
    switch self {
    case .trigger: 0
    case .filters: 1
    case .version: 2
    case .rollout: 3
    case .window: 4
    case .skipped: 5
    case .count: 6
    case .period: 7
    case .installed: 8
    case .text: 9
    }
  }
}

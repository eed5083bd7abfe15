/// The tests in their order, sorted once by how a decision runs them.
enum RuleTests {
  static let inOrder = RuleTest.allCases

  /// A test that runs for every question, with its index in ``inOrder``.
  struct Asked: Sendable {
    let index: Int
    let check: any RuleCheck.Type
  }

  static let asked: [Asked] = inOrder.enumerated().compactMap { index, test in
    test.check is any DeviceCheck.Type ? nil : Asked(index: index, check: test.check)
  }

  /// The same without ``RuleTest/fresh``, which every rule passes where nothing expires.
  private static let askedWithoutExpiry = asked.filter { $0.check is FreshTest.Type == false }

  /// The tests that a decision runs for each rule.
  @inline(__always)
  static func asked(in situation: borrowing Situation) -> [Asked] {
    situation.expires == nil ? askedWithoutExpiry : asked
  }

  /// A test that runs once for each device and policy, with its index in ``inOrder``.
  struct OfDevice: Sendable {
    let index: Int
    let check: any DeviceCheck.Type
  }

  static let ofDevice: [OfDevice] = inOrder.enumerated().compactMap { index, test in
    (test.check as? any DeviceCheck.Type).map { OfDevice(index: index, check: $0) }
  }
}

/// A set of tests, by their index in ``RuleTests/inOrder``: one bit each, so up to 64 of them.
struct RuleTestSet: Sendable {
  private var bits: UInt64 = 0

  mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

  func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }

  /// The lowest index; 64 for an empty set.
  @inline(__always)
  var first: Int { bits.trailingZeroBitCount }
}

extension Rule {
  /// The index of the first test that the rule fails; nil if it passes all.
  @inline(__always)
  func firstFailure(in situation: borrowing Situation, _ asked: [RuleTests.Asked]) -> Int? {
    let ofDevice = situation.verdicts.rules[situation.ruleIndex].failed.first
    for test in asked {
      if test.index > ofDevice { break }
      if !test.check.passes(self, in: situation) { return test.index }
    }
    return ofDevice < 64 ? ofDevice : nil
  }
}

/// The tests in their order, sorted once by how a decision runs them.
enum RuleTests {
  static let inOrder = RuleTest.allCases

  /// A test that runs for every question, with its index in ``inOrder``.
  struct Asked: Sendable {
    let index: Int
    let check: any RuleTestDefinition.Type
    /// The same for a test that only some policies run. Kept, because a cast takes longer than many a test.
    let requested: (any OptionalTest.Type)?
  }

  static let asked: [Asked] = inOrder.enumerated().compactMap { index, test in
    guard test.check is any DeviceTest.Type == false else { return nil }
    return Asked(index: index, check: test.check, requested: test.check as? any OptionalTest.Type)
  }

  /// The tests in ``asked`` that every policy runs.
  private static let askedOfAll = asked.filter { $0.requested == nil }

  /// The tests that the decisions of one policy run for each rule: a policy whose rules do not ask for a test does not
  /// pay for it.
  struct OfPolicy: Sendable {
    private let asked: [Asked]
    /// The same without ``RuleTest/fresh``, which every rule passes where nothing expires.
    private let askedWithoutExpiry: [Asked]

    private static let ofAll = OfPolicy(RuleTests.askedOfAll)

    private init(_ asked: [Asked]) {
      self.asked = asked
      askedWithoutExpiry = asked.filter { $0.check is FreshTest.Type == false }
    }

    init(of rules: [Rule]) {
      let tests = RuleTests.asked.filter { test in
        guard let check = test.requested else { return true }
        return rules.contains { check.isAsked(by: $0) }
      }
      self = tests.count == RuleTests.askedOfAll.count ? Self.ofAll : OfPolicy(tests)
    }

    func asked(in situation: borrowing RuleContext) -> [Asked] {
      situation.expires == nil ? askedWithoutExpiry : asked
    }
  }

  /// The index of the first test that reads the rule's record.
  static let firstOfRecord = inOrder.firstIndex { $0.check is any RepetitionTest.Type } ?? inOrder.count

  /// The index of the test of the trigger.
  static let trigger = inOrder.firstIndex(of: .trigger) ?? 0

  /// The index of the first test that reads more than the device and the trigger. ``RuleTest/fresh`` is left out, which
  /// reads when the policy expires.
  static let firstOfState =
    asked.first { $0.check is TriggerTest.Type == false && $0.check is FreshTest.Type == false }?.index ?? inOrder.count

  /// A test that runs once for each device and policy, with its index in ``inOrder``.
  struct OfDevice: Sendable {
    let index: Int
    let check: any DeviceTest.Type
  }

  static let ofDevice: [OfDevice] = inOrder.enumerated().compactMap { index, test in
    (test.check as? any DeviceTest.Type).map { OfDevice(index: index, check: $0) }
  }
}

/// A set of tests, by their index in ``RuleTests/inOrder``: one bit each, so up to 64 of them.
struct RuleTestSet: Sendable {
  private var bits: UInt64 = 0

  mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

  func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }

  var isEmpty: Bool { bits == 0 }

  /// The lowest index; 64 for an empty set.
  var first: Int { bits.trailingZeroBitCount }
}

extension Rule {
  /// The index of the first test that the rule fails; nil if it passes all.
  func firstFailure(in situation: borrowing RuleContext, _ asked: [RuleTests.Asked]) -> Int? {
    let ofDevice = situation.verdicts.rules[situation.ruleIndex].failed.first
    for test in asked {
      if test.index > ofDevice { break }
      if !test.check.passes(self, in: situation) { return test.index }
    }
    return ofDevice < 64 ? ofDevice : nil
  }

  /// The first test that the rule fails; nil if it passes all.
  ///
  /// - Parameter situation: turned to the rule.
  package func firstFailure(in situation: borrowing RuleContext) -> RuleTest? {
    firstFailure(in: situation, situation.verdicts.prepared.tests.asked(in: situation)).map { RuleTests.inOrder[$0] }
  }

  /// True if the rule passes a test, whatever comes of the tests before it.
  ///
  /// - Parameter situation: turned to the rule.
  package func passes(_ test: RuleTest, in situation: borrowing RuleContext) -> Bool {
    test.check.passes(self, in: situation)
  }
}

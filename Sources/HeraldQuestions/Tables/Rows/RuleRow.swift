package import Herald

/// One rule of a document that was in force, or `push`.
package struct RuleRow: Sendable {
  /// The document's digest; nil for `push`, and for prompts that were shown while no policy was in force.
  package let digest: ExactString?
  package let rule: ExactString
  /// The facts that the document states of the rule; nil where the document has no such rule.
  package internal(set) var facts: RuleFacts?
  package internal(set) var lookedAt = 0
  package internal(set) var passed = 0
  package internal(set) var shown = 0
  package internal(set) var answered = 0
  package internal(set) var accepted = 0
  /// The number of installations with at least one showing.
  package internal(set) var installations = 0
  /// The number of decisions in which the rule failed each test, in the order of ``RuleTest``.
  package internal(set) var blocked = [Int](repeating: 0, count: RuleTest.allCases.count)

  init(digest: ExactString?, rule: ExactString) {
    self.digest = digest
    self.rule = rule
  }

  /// Takes over what a document says of the rule.
  mutating func learn(_ new: RuleFacts?) {
    if let new { if facts == nil { facts = new } else { facts?.merge(new) } }
  }

  /// Adds the counts of other installations.
  static func += (left: inout Self, right: Self) {
    left.learn(right.facts)
    left.lookedAt += right.lookedAt
    left.passed += right.passed
    left.shown += right.shown
    left.answered += right.answered
    left.accepted += right.accepted
    left.installations += right.installations
    for place in left.blocked.indices { left.blocked[place] += right.blocked[place] }
  }
}

extension RuleRow: TableRow {
  package static let table = AnalysisTable.rules

  /// Columns stand in the order in which they came.
  package static let columns: [Column<RuleRow>] =
    former + blocked(firstTests) + added + blocked(RuleTest.allCases.filter { !firstTests.contains($0) })

  /// The tests that had a column before the columns of ``added``.
  private static let firstTests: [RuleTest] = [
    .fresh, .trigger, .filters, .segments, .version, .change, .age, .rollout, .holdout, .window, .quietHours, .skipped,
    .count, .caps, .budget, .period, .installed, .text,
  ]

  private static let former: [Column<RuleRow>] =
    [
      .optionalText("digest", "Of the document; null for `push` and for what was shown without a policy.") {
        $0.digest
      },
      .text("rule", "The rule's id, or `push`.") { $0.rule },
      .optionalWord("kind", "The rule's kind in the document; null where the document has no such rule.") {
        $0.facts?.kind
      },
      .integer("looked_at", "Decisions that looked at the rule.", adds: .sum) { $0.lookedAt },
      .integer("passed", "Decisions that showed it.", adds: .sum) { $0.passed },
      .integer("shown", "Showings in the log while the document was in force.", adds: .sum) { $0.shown },
      .integer("answered", "Those that were answered.", adds: .sum) { $0.answered },
      .integer("accepted", "Those that were answered `update` or `open`.", adds: .sum) { $0.accepted },
      .integer("installations", "Installations with at least one of these showings.", adds: .sum) { $0.installations },
    ]

  private static func blocked(_ tests: [RuleTest]) -> [Column<RuleRow>] {
    tests.map { test in
      let place = RuleTest.allCases.firstIndex(of: test) ?? 0
      return .integer(
        "blocked_\(test.columnName)", "Decisions in which `\(test.rawValue)` was the test that the rule failed.",
        adds: .sum
      ) { $0.blocked[place] }
    }
  }

  private static let added: [Column<RuleRow>] = [
    .optionalText("target_version", "The version that the rule leads to, as the document writes it; null without one.")
    {
      $0.facts?.targetVersion
    },
    .optionalInteger("target_version_code", "The version code that the rule leads to; null without one.") {
      $0.facts?.targetVersionCode
    },
    .optionalText(
      "languages", "The languages that have a text, a sorted JSON array of their keys; null for built-in texts."
    ) { $0.facts?.languages },
    .optionalReal(
      "rollout_percent", "The share of the installations that the rule is for, steps of a phased roll-out aside.",
      unit: "%"
    ) { row in row.facts.map { Double($0.rollout) / 100 } },
    .optionalText("window_from", "When the rule's window opens, as the document writes it; null without a beginning.") {
      $0.facts?.windowFrom
    },
    .optionalText("window_until", "When the rule's window closes, as the document writes it; null without an end.") {
      $0.facts?.windowUntil
    },
  ]
}

extension RuleTest {
  /// The test's name in the names of columns, which need no quotes in SQL: `quiet_hours`.
  fileprivate var columnName: String {
    rawValue.reduce(into: "") { name, character in
      name += character.isUppercase ? "_\(character.lowercased())" : String(character)
    }
  }
}

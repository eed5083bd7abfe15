package import Herald

/// The facts that a document states of a rule, for the table of rules.
///
/// A document that is read as two formats, or has lists of its own for several systems, may use one id for several
/// rules. Of values that differ the least counts, so that the order in which installations come changes nothing.
package struct RuleFacts: Hashable, Sendable {
  /// The rule's kind; of several kinds the one whose word comes first.
  package private(set) var kind: PromptKind
  /// The version that the rule leads to, as it is written.
  package private(set) var targetVersion: ExactString?
  package private(set) var targetVersionCode: Int?
  /// The languages that have a text, a JSON array; nil for Herald's own texts.
  package private(set) var languages: ExactString?
  /// The share of the installations, in hundredths of a percent.
  package private(set) var rollout: Int
  /// The ends of the window, as they are written.
  package private(set) var windowFrom, windowUntil: ExactString?

  init(_ rule: Rule) {
    kind = rule.kind
    (targetVersion, targetVersionCode) = (rule.targetVersion?.text, rule.targetVersionCode)
    languages = rule.descriptions.besideOwnMessage == nil ? Self.list(rule.descriptions.entries) : nil
    rollout = rule.rollout
    windowFrom = rule.displayAfter.map { ExactString($0.text) }
    windowUntil = rule.displayBefore.map { ExactString($0.text) }
  }

  private static func list(_ entries: [Descriptions.Entry]) -> ExactString {
    var writer = JSONWriter()
    writer.array(entries) { $0.string($1.key) }
    return ExactString(writer.string)
  }

  /// Keeps the least of each value.
  mutating func merge(_ other: RuleFacts) {
    if self == other { return }
    if other.kind.rawValue < kind.rawValue { kind = other.kind }
    targetVersion = Self.least(targetVersion, other.targetVersion)
    targetVersionCode = Self.least(targetVersionCode, other.targetVersionCode)
    languages = Self.least(languages, other.languages)
    rollout = min(rollout, other.rollout)
    windowFrom = Self.least(windowFrom, other.windowFrom)
    windowUntil = Self.least(windowUntil, other.windowUntil)
  }

  private static func least<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

import Herald

/// Describes an experiment in sentences.
extension Effect {
  /// The experiment as a heading: `Variants of update:7 → 2.4.0`.
  package var heading: String {
    "\(contrast == .holdout ? "Effect" : "Variants") of \(rule.string.shown) → \(target.words)"
  }

  /// The experiment with its groups: `update:7 → 2.4.0: with and without the prompt`.
  package var title: String {
    let groups =
      contrast == .holdout ? "with and without the prompt" : "its variants \(arms.map(\.name.word).listed)"
    return "\(rule.string.shown) → \(target.words): \(groups)"
  }

  /// The answer: one sentence for each comparison.
  package var sentences: [String] {
    guard entered != nil else {
      return ["Nobody entered: no installation without \(target.words) came to a moment at which the rule asks."]
    }
    guard let days else {
      let entered = arms.reduce(0) { $0 + $1.entered }
      return [
        "Too early to tell: fewer than half of the \(entered.of("installation")) that entered did so a day or more "
          + "before the log ends."
      ]
    }
    guard arms.contains(where: { $0.followed > 0 }) else {
      return [
        "Too early to tell: no installation entered \(days.of("day")) or more before the log ends. Ask for fewer --days."
      ]
    }
    return comparisons.map { sentence($0, days) }
  }

  private func sentence(_ comparison: ArmComparison, _ days: Int) -> String {
    let facts = facts(comparison, days)
    switch comparison.verdict {
    case .tooEarly, .tooFew:
      if let facts { return "Too few to tell. \(facts)." }
      let empty = comparison.arm.followed == 0 ? comparison.arm : comparison.reference
      return "Too few to tell: no installation \(empty.name.whose) could be followed for \(days.of("day"))."
    case .notComparable:
      return "Not comparable: chance makes groups of these sizes less than once in a thousand times."
        + (facts.map { " \($0)." } ?? "")
    case .more, .fewer: return [facts, comparison.difference?.words].compactMap(\.self).joined(separator: ": ") + "."
    case .unclear:
      return "No clear difference. "
        + [facts, comparison.difference?.words].compactMap(\.self).joined(separator: ": ") + "."
    }
  }

  /// The shares of both groups, or their counts where they are few; nil where a group is empty.
  private func facts(_ comparison: ArmComparison, _ days: Int) -> String? {
    guard let one = comparison.arm.proportion, let other = comparison.reference.proportion else { return nil }
    let isFew = min(one.total, other.total) < ArmComparison.fewest
    func share(_ proportion: Proportion) -> String { isFew ? proportion.count.grouped : proportion.share.percent }
    let verb = isFew && one.count == 1 ? "was" : "were"
    return "Of \(one.total.of("installation")) \(comparison.arm.name.whose), \(share(one)) \(verb) on "
      + "\(target.words) or later after \(days.of("day")); of \(other.total.grouped) "
      + "\(comparison.reference.name.whoseInShort), \(share(other))"
  }

  /// The days on which installations entered, and the day on which the log ends; nil where nobody entered.
  package var period: String? {
    guard let entered else { return nil }
    let (first, last, end) = (entered.lowerBound.dayText, entered.upperBound.dayText, end.dayText)
    let days = first == last ? "on \(first)" : "from \(first) to \(last)"
    return "Installations entered \(days); the log ends on \(end) (days in UTC)."
  }

  /// The meaning of a difference where a document holds back several rules.
  package static let heldBackTogether =
    "The holdout holds back all optional prompts and messages of a document, so a difference is what they did together, "
    + "not what one rule did."

  private var contrastMeaning: String {
    switch contrast {
    case .holdout: heldBack > 1 ? Self.heldBackTogether : "The holdout holds back this rule alone."
    case .variants: "An installation belongs to its variant by its draw, also where it never saw the prompt."
    }
  }

  /// Sentences on how to read the comparisons.
  package var meaning: [String] {
    [
      "Each installation counts in the group that chance put it into, whatever it saw later. One that was never heard of "
        + "again counts as not updated.",
      contrastMeaning,
      "Looking every day and stopping at the first difference finds one by chance: decide beforehand after how many days "
        + "to look.",
    ]
  }
}

extension Timestamp {
  /// The day in UTC, such as `2026-03-02`.
  fileprivate var dayText: String { String(description.prefix { $0 != "T" }) }
}

extension [String] {
  /// Such as `a, b and c`.
  package var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

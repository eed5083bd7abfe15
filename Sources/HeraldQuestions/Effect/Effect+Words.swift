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

extension Effect {
  /// Something about the experiment that may mislead.
  package enum Caution: String, Hashable, Sendable, CaseIterable {
    /// The share of the holdout, or the weights of variants, changed while installations entered.
    case sharesChanged
    /// The groups have other sizes than chance would give them.
    case unevenGroups
    /// Fewer than half of a group that was due to see the prompt saw it.
    case notShown
    /// Installations saw the prompt for the same target before they entered.
    case shownBefore
    /// Installations that are held out saw the prompt all the same.
    case shownToHeldOut
    /// Installations were left out, because no launch showed a version to compare with the target.
    case unreadableVersions
    /// Installations were left out, because revisions are missing among which they may have entered.
    case unknown
    /// Several variants are compared with one.
    case severalComparisons
  }

  /// The cautions about these figures, most important first.
  package var cautions: [Caution] {
    Caution.allCases.filter { caution in
      switch caution {
      case .sharesChanged: expectedShares == nil
      case .unevenGroups: !hasExpectedSizes
      case .notShown: !unshown.isEmpty
      case .shownBefore: arms.contains { $0.sawBefore > 0 }
      case .shownToHeldOut: (heldOut?.saw ?? 0) > 0
      case .unreadableVersions: unreadable > 0
      case .unknown: behindGap > 0
      case .severalComparisons: arms.count > 2
      }
    }
  }

  private var heldOut: Arm? { arms.first { $0.name == .heldOut } }

  /// The groups that were due to see the prompt, and did not for the most part.
  private var unshown: [Arm] { arms.filter { $0.name != .heldOut && $0.saw * 2 < $0.followed } }

  /// The cautions in words, most important first, and the needed group size where nothing is clear.
  package var cautionWords: [String] { cautions.map(words) + [neededSize].compactMap(\.self) }

  /// The cautions in words, without the needed group size.
  package var briefCautions: [String] { cautions.map(words) }

  private func words(_ caution: Caution) -> String {
    switch caution {
    case .sharesChanged:
      return "The shares of the groups changed while installations entered. Those that entered early and late are then "
        + "mixed differently in each group, which alone can make a difference."
    case .unevenGroups:
      return "Chance makes groups of these sizes less than once in a thousand times (\(sizes)). Something other than "
        + "chance decides which installations are in the log, so do not compare them."
    case .notShown:
      let groups = unshown.map { "\($0.saw.grouped) of \($0.followed.of("installation")) \($0.name.whose)" }
      return "Few saw the prompt: \(groups.joined(separator: "; ")). The figures say little about the prompt itself."
    case .shownBefore:
      let groups = arms.map { "\($0.name.word) \($0.sawBefore.grouped) of \($0.entered.grouped)" }
      return
        "Installations had seen the prompt for this version before they entered (\(groups.joined(separator: "; "))). "
        + "What it did then is in no difference."
    case .shownToHeldOut:
      let (saw, followed) = (heldOut?.saw ?? 0, heldOut?.followed ?? 0)
      return
        "\(saw.grouped) of \(followed.of("installation")) that \(followed == 1 ? "is" : "are") held out saw the "
        + "prompt all the same, by a check of their own or because the holdout ended. That can make the difference "
        + "smaller than the effect."
    case .unreadableVersions:
      return
        "\(unreadable.of("installation")) came to a moment at which the rule asks, and never showed a version to "
        + "compare with \(target.words). \(unreadable == 1 ? "It is" : "They are") left out."
    case .unknown:
      return
        "\(behindGap.of("installation")) came to a moment at which the rule asks behind missing revisions, among which "
        + "\(behindGap == 1 ? "it" : "they") may have entered. \(behindGap == 1 ? "It is" : "They are") left out."
    case .severalComparisons:
      return
        "Several variants are compared with one. One in twenty such intervals misses by chance, so among several a "
        + "difference that is not there shows more often."
    }
  }

  /// Such as `shown 67, expected 50; held out 33, expected 50`.
  private var sizes: String {
    let all = arms.reduce(0) { $0 + $1.entered }
    return zip(arms, expectedShares ?? []).map { arm, share in
      "\(arm.name.word) \(arm.entered.grouped), expected \(Int((Double(all) * share).rounded()).grouped)"
    }.joined(separator: "; ")
  }

  /// A sentence with the number of installations at which a difference of 5 points shows; nil unless a comparison is
  /// unclear or has too few installations.
  private var neededSize: String? {
    let open = comparisons.filter { [.tooFew, .unclear].contains($0.verdict) }
    guard entered != nil, let needed = open.map(\.needed).max(by: { $0.installations < $1.installations }) else {
      return nil
    }
    let fleets = "a difference of 5 points in four of five such fleets"
    guard open.allSatisfy({ $0.needed.installations <= $0.needed.arm.followed }) else {
      return "To see \(fleets) takes at most \(needed.installations.of("installation")) \(needed.arm.name.whose); "
        + "here are \(needed.arm.followed.grouped)."
    }
    let points = -NeededSize.difference...NeededSize.difference
    let isSmall = open.allSatisfy { $0.difference.map { points.contains($0.interval) } ?? false }
    return "The groups are large enough to see \(fleets)" + (isSmall ? ", so one as large is unlikely." : ".")
  }
}

import Herald

/// What an experiment says, in sentences.
extension Effect {
  /// The experiment as a heading: `Variants of update:7 → 2.4.0`.
  package var heading: String {
    "\(question == .holdout ? "Effect" : "Variants") of \(rule.string.shown) → \(target.words)"
  }

  /// The experiment with its groups: `update:7 → 2.4.0: with and without the prompt`.
  package var title: String {
    let groups =
      question == .holdout ? "with and without the prompt" : "its variants \(arms.map(\.name.word).listed)"
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
        "Too early to tell: fewer than half of the \(entered.counted("installation")) that entered did so a day or more "
          + "before the log ends."
      ]
    }
    guard arms.contains(where: { $0.followed > 0 }) else {
      return [
        "Too early to tell: no installation entered \(days.counted("day")) or more before the log ends. Ask for fewer --days."
      ]
    }
    return comparisons.map { sentence($0, days) }
  }

  private func sentence(_ comparison: Comparison, _ days: Int) -> String {
    guard let difference = comparison.difference else {
      let empty = comparison.arm.followed == 0 ? comparison.arm : comparison.reference
      return "Too few to tell: \(empty.name.none) could be followed for \(days.counted("day"))."
    }
    let (one, other) = (difference.proportion, difference.reference)
    let isFew = comparison.verdict == .tooFew
    func share(_ proportion: Proportion) -> String {
      "\(isFew ? proportion.count.grouped : proportion.share.percent) of \(proportion.total.grouped)"
    }
    let facts =
      "\(comparison.arm.name.with), \(share(one)) installations were on \(target.words) or later after "
      + "\(days.counted("day")); \(comparison.reference.name.without), \(share(other))"
    switch comparison.verdict {
    case .tooFew: return "Too few to tell. \(facts.capitalized)."
    case .more, .fewer: return "\(facts.capitalized): \(difference.words)."
    case .unclear: return "No clear difference. \(facts.capitalized): \(difference.words)."
    }
  }

  /// What the figures cannot tell, most important first.
  package var cautionWords: [String] {
    var words = cautions.map(words)
    let unclear = comparisons.filter { [.tooFew, .unclear].contains($0.verdict) }
    if arms.contains(where: { $0.followed > 0 }),
      let needed = unclear.map(\.needed).max(by: { $0.installations < $1.installations })
    {
      words.append(
        "To see a difference of 5 points in four of five such fleets takes at most "
          + "\(needed.installations.counted("installation")) \(needed.arm.name.which); here are \(needed.arm.followed.grouped)."
      )
    }
    return words
  }

  private func words(_ caution: Caution) -> String {
    switch caution {
    case .sharesChanged:
      return "The shares of the groups changed while installations entered. Those that entered early and late are then "
        + "mixed differently in each group, which alone can make a difference."
    case .unevenGroups:
      let all = arms.reduce(0) { $0 + $1.entered }
      let sizes = zip(arms, expectedShares ?? []).map { arm, share in
        "\(arm.name.word) \(arm.entered.grouped), expected \(Int((Double(all) * share).rounded()).grouped)"
      }
      return
        "The groups have sizes that chance makes less than once in a thousand times (\(sizes.joined(separator: "; "))). "
        + "Something other than chance decides which installations are in the log, so do not compare them."
    case .shownToHeldOut:
      let (saw, followed) = (arms.last?.saw ?? 0, arms.last?.followed ?? 0)
      return
        "\(saw.grouped) of \(followed.counted("installation")) that \(followed == 1 ? "is" : "are") held out saw the "
        + "prompt all the same, by a check of their own or because the holdout ended. That makes the difference smaller than "
        + "the effect."
    case .severalComparisons:
      return
        "Several variants are compared with one. One in twenty such intervals misses by chance, so among several a "
        + "difference that is not there shows more often."
    }
  }

  /// What may mislead, without what holds for all figures.
  package var briefCautions: [String] { cautions.map(words) }

  /// What every such comparison means.
  package var meaning: [String] {
    let own =
      question == .holdout
      ? "The holdout holds back all optional prompts and messages of the document, so the difference is what they did together."
      : "An installation belongs to its variant by its draw, also where it never saw the prompt."
    return [
      "Each installation counts in the group that chance put it into, whatever it saw later. One that was never heard of "
        + "again counts as not updated.",
      own,
      "Looking every day and stopping at the first difference finds one by chance: decide beforehand after how many days "
        + "to look.",
    ]
  }
}

extension ProportionDifference {
  /// Such as `13.2 points more (95 %: 8.4 to 17.9)`.
  package var words: String {
    let isMore = difference >= 0
    let (low, high) = (interval.lowerBound, interval.upperBound)
    let bounds = isMore ? (low, high) : (-high, -low)
    return
      "\(abs(difference).points) points \(isMore ? "more" : "fewer") (95 %: \(bounds.0.points) to \(bounds.1.points))"
  }
}

extension Arm.Name {
  /// In a table.
  package var word: String {
    switch self {
    case .shown: "shown"
    case .heldOut: "held out"
    case .variant(let id): id.string.shown
    }
  }

  /// At the end of a chart's line.
  package var label: String {
    switch self {
    case .shown: "prompt"
    case .heldOut: "no prompt"
    case .variant(let id): id.string.shown
    }
  }

  fileprivate var with: String {
    switch self {
    case .shown: "with the prompt"
    case .heldOut: "without it"
    case .variant(let id): "with variant `\(id.string.shown)`"
    }
  }

  fileprivate var without: String { if case .variant(let id) = self { "with `\(id.string.shown)`" } else { with } }

  fileprivate var none: String {
    switch self {
    case .shown: "no installation that sees the prompt"
    case .heldOut: "no installation that is held out"
    case .variant(let id): "no installation with variant `\(id.string.shown)`"
    }
  }

  fileprivate var which: String {
    switch self {
    case .shown: "that see the prompt"
    case .heldOut: "that are held out"
    case .variant(let id): "with variant `\(id.string.shown)`"
    }
  }
}

extension Double {
  /// A share in percent with one decimal.
  package var percent: String { "\(points) %" }

  /// A share in points with one decimal, such as `13.2`.
  package var points: String {
    let tenths = Int((self * 1000).rounded())
    return "\(tenths < 0 ? "−" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

extension String {
  /// With a capital first letter.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  /// Such as `a, b and c`.
  fileprivate var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

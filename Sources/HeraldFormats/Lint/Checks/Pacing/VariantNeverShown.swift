import Herald

extension LintCheck {
  static let variantNeverShown = LintCheck(
    "variantNeverShown", .note, "a variant that no installation sees",
    rule: { linted in
      let variants = linted.rule.pacing.variants
      let sum = variants.reduce(0) { $0 + $1.weight }
      var end = 0
      return variants.enumerated().compactMap { index, variant in
        let start = end
        end += variant.weight
        // The lowest of the 10,000 numbers that an installation may draw, and that is not before this variant.
        let draw = (start * 10_000 + sum - 1) / sum
        guard draw > 9999 || draw * sum / 10_000 >= end else { return nil }
        return linted.finding(
          at: "/variants/\(index)", "The variant \(quoted(variant.id.string)) of \(linted.name) is shown to nobody.",
          why: "its weight is \(variant.weight) of \(sum)", fix: "raise `weight`, or remove the variant")
      }
    })
}

/// Makes copies of a policy with one difference, for searching the changes that would show a rule.
extension Policy {
  /// Returns a copy with other rules. The groups whose showings are counted together are the new rules' groups.
  func with(rules: [Rule]) -> Policy {
    let attention = attention.flatMap { $0.groups.isEmpty ? nil : $0.over(rules) }
    let regrouped = attention.map { attention in
      rules.map { Rule($0, pacing: $0.pacing.with { $0.attention = attention }) }
    }
    return variant(packageName: packageName, reviewVersions: reviewVersions, rules: regrouped ?? rules)
  }

  func with(packageName: ExactString?) -> Policy {
    variant(packageName: packageName, reviewVersions: reviewVersions, rules: rules)
  }

  var withoutReview: Policy { variant(packageName: packageName, reviewVersions: nil, rules: rules) }

  func variant(
    packageName: ExactString?, reviewVersions: ReviewedVersions?, rules: [Rule], bySystem: SystemPolicies? = nil
  ) -> Policy {
    let variant = Policy(
      of: Document(
        body: body, digest: digest, format: format, url: url, storeURL: storeURL, houseRules: houseRules),
      revision: documentRevision,
      packageName: packageName, reviewVersions: reviewVersions, pushOnForeground: pushOnForeground, rules: rules,
      order: order, attention: attention, bySystem: bySystem)
    return signature == nil ? variant : variant.signed(signature)
  }
}

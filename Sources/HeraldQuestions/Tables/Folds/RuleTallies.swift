import Herald

/// Counts the decisions, showings and answers of each rule, over any number of installations.
package struct RuleTallies {
  private struct Key: Hashable {
    let digest: ExactString?
    let rule: ExactString
  }
  private var rows: [RuleRow] = []
  private var places: [Key: Int] = [:]
  /// The places of a policy's rules in `rows`, cached because every decision needs them.
  private var known: [ObjectIdentifier: (policy: Policy, places: [Int])] = [:]
  private var last: (policy: Policy, places: [Int])?

  private static let mostPolicies = 4096

  /// Counts a decision.
  ///
  /// - Parameter isCounted: false for a decision of an earlier update: its rules get a row, and nothing is counted.
  mutating func record(_ decision: Decision, under policy: Policy?, isCounted: Bool) {
    if let policy {
      let places = places(of: policy)
      guard isCounted else { return }
      decision.forEachConsidered { index, failed in
        rows[places[index]].lookedAt += 1
        if let failed { rows[places[index]].blocked[failed] += 1 } else { rows[places[index]].passed += 1 }
      }
    }
    if isCounted, let prompt = decision.prompt, prompt.rule == Prompt.pushRule {
      // No document contains a push, and no test applies to it.
      rows[place(of: Prompt.pushRule, digest: nil, nil)].passed += 1
    }
  }

  /// Counts a showing or its answer.
  mutating func record(
    _ change: ShowingsFold.Change, under policy: Policy?, marks: inout InstallationMarks, isCounted: Bool
  ) {
    switch change {
    case .shown(let row):
      let place = place(of: row, policy?.rule(row.showing.rule))
      let isNew = marks.isNew(rule: place)
      guard isCounted else { return }
      rows[place].shown += 1
      if isNew { rows[place].installations += 1 }
    case .answered(let row):
      guard isCounted else { return }
      let place = place(of: row, nil)
      rows[place].answered += 1
      if row.isAccepted { rows[place].accepted += 1 }
    }
  }

  private mutating func place(of row: PromptRow, _ rule: Rule?) -> Int {
    let isPush = row.showing.rule == Prompt.pushRule
    return place(of: row.showing.rule, digest: isPush ? nil : row.digest, rule.map(RuleFacts.init))
  }

  private mutating func places(of policy: Policy) -> [Int] {
    let policy = policy.shared
    if let last, last.policy === policy { return last.places }
    if let found = known[ObjectIdentifier(policy)] {
      last = found
      return found.places
    }
    if known.count >= Self.mostPolicies { known.removeAll(keepingCapacity: true) }
    let places = policy.rules.map { place(of: $0.id, digest: policy.digest, RuleFacts($0)) }
    last = (policy, places)
    known[ObjectIdentifier(policy)] = last
    return places
  }

  private mutating func place(of rule: ExactString, digest: ExactString?, _ facts: RuleFacts?) -> Int {
    let key = Key(digest: digest, rule: rule)
    let place: Int
    if let found = places[key] {
      place = found
    } else {
      place = rows.count
      places[key] = place
      rows.append(RuleRow(digest: digest, rule: rule))
    }
    rows[place].learn(facts)
    return place
  }

  /// Adds the counts of other installations.
  static func += (left: inout Self, right: Self) {
    for row in right.rows { left.rows[left.place(of: row.rule, digest: row.digest, nil)] += row }
  }

  /// The rows by digest, none first, then by rule.
  var sortedRows: [RuleRow] {
    rows.sorted { left, right in
      guard left.digest == right.digest else {
        guard let digest = left.digest else { return true }
        return right.digest.map { digest < $0 } ?? false
      }
      return left.rule < right.rule
    }
  }
}

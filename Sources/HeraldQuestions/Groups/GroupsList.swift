package import Herald

/// The answer about two groups as a list, for a page.
package struct GroupsList {
  /// The group, and what it is compared with.
  package let title: String
  package let against: String
  /// The sentence above the list: is anything certain?
  package let verdict: String
  /// The features that set the groups apart, and those that follow from the condition.
  package let rows: [Row]
  package let following: [Row]
  package let remarks: [String]

  /// A feature, or a pair.
  package struct Row {
    package let feature: String
    /// How many of each group have it, such as `6 of 6`.
    package let a: String
    package let b: String
    package let chance: String
    package let mayBeChance: Bool
    /// Features of the same installations; empty for none.
    package let same: String
    /// The first group's installations without it, and the others with it; empty above five.
    package let without: [ExactString]
    package let with: [ExactString]
  }
}

extension GroupsAnswer {
  /// The answer as a list.
  package var list: GroupsList {
    let found = told.filter { !$0.follows }
    return GroupsList(
      title: title, against: against, verdict: difference == nil ? empty : verdict(on: found),
      rows: found.map(row), following: told.filter(\.follows).map(row),
      remarks: (difference.map { remarks($0, advice: "“at any time” leaves out what came later") } ?? [])
        + summary.remarks.map(\.words))
  }

  private func row(_ line: ToldFeature) -> GroupsList.Row {
    GroupsList.Row(
      feature: line.name, a: "\(line.a.grouped) of \(summary.a.grouped)",
      b: "\(line.b.grouped) of \(summary.b.grouped)",
      chance: chance(of: line), mayBeChance: line.chance.mayBeChance, same: same(as: line, atMost: 4) ?? "",
      without: line.without ?? [], with: line.with ?? [])
  }
}

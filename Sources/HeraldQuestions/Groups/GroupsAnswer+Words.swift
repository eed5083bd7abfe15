import Herald

extension GroupsAnswer {
  /// The groups, and what sets them apart.
  public var words: String { words(.plain) }

  package func words(_ style: Style) -> String {
    var lines = [style.bold(title), against, ""]
    guard let difference else { return (lines + [empty]).lined }
    if question.showsAll {
      difference.forEachTried { lines += words($0, style, isAll: true) }
      lines.append("")
    } else {
      lines += causes(difference, style)
    }
    lines += remarks(difference)
    return lines.lined
  }

  var title: String {
    let verb = question.isEver ? "ever held" : "holds at the end"
    return "\(question.condition.text.shown): \(verb) for \(summary.a.grouped) of "
      + "\(summary.installations.of("installation"))"
  }

  var against: String {
    let others =
      question.against.map { "\(summary.b.of("installation")) with \($0.text.shown)" }
      ?? (summary.b == 1 ? "the other one" : "the other \(summary.b.grouped)")
    let both = summary.both > 0 ? ", \(summary.both.of("installation")) in both left out" : ""
    return "compared with \(others)\(both)"
  }

  var empty: String {
    summary.a == 0 ? "It holds for none, so there is nothing to compare." : "There is nobody to compare with."
  }

  private func causes(_ difference: GroupDifference, _ style: Style) -> [String] {
    let found = told.filter { !$0.follows }
    let following = told.filter(\.follows)
    var lines: [String] = []
    lines.append(verdict(on: found))
    lines += found.flatMap { words($0, style, isAll: false) } + [""]
    if !following.isEmpty {
      lines.append("Follows from the condition:")
      lines += following.flatMap { words($0, style, isAll: false) } + [""]
    }
    return lines
  }

  /// The sentence above the features that do not follow.
  func verdict(on found: [ToldFeature]) -> String {
    guard let first = found.first else { return "Nothing sets them apart." }
    return first.chance.mayBeChance ? "Nothing is certain. The least likely by chance:" : "What sets them apart:"
  }

  /// A line with the numbers and the feature, and lines about it.
  private func words(_ line: ToldFeature, _ style: Style, isAll: Bool) -> [String] {
    let a = "\(line.a.grouped) of \(summary.a.grouped)"
    let b = "\(line.b.grouped) of \(summary.b.grouped)"
    var lines = [
      "  \(style.bold(line.name)): \(a), \(b) of the others\(isAll && line.follows ? ", which follows" : "")"
    ]
    if !line.follows {
      let chance = chance(of: line)
      lines.append("      \(line.chance.mayBeChance ? style.yellow(chance) : style.dim(chance))")
    }
    if let same = same(as: line, atMost: isAll ? .max : 4) { lines.append("      of the same installations: \(same)") }
    if let without = line.without, !without.isEmpty { lines.append("      without it: \(without.names)") }
    if let with = line.with, !with.isEmpty { lines.append("      others with it: \(with.names)") }
    return lines
  }

  /// Other features, or pairs, of the same installations; nil for none.
  func same(as line: ToldFeature, atMost most: Int) -> String? {
    if line.same.isEmpty { return nil }
    let names = line.same.prefix(most).map { $0.map(\.words).joined(separator: " and ") }
    let rest = line.same.count > most ? "; and \(line.same.count - most) more" : ""
    return names.joined(separator: "; ") + rest
  }

  func chance(of line: ToldFeature) -> String {
    let tried = difference?.tried ?? 0
    if line.chance.mayBeChance { return "may be chance: \(tried.grouped) were tried" }
    let once = 1 / line.chance.capped
    let number = once < 1_000_000 ? Int(once).grouped : "over a million"
    return "by chance once in \(number) logs, \(tried.grouped) were tried"
  }

  /// - Parameter advice: the way to leave out what came later.
  func remarks(_ difference: GroupDifference, advice: String = "--ever leaves out what came later") -> [String] {
    var remarks: [String] = []
    if difference.isTooFew {
      let fewer = min(summary.a, summary.b)
      remarks.append(
        "\(fewer.of("phone is", "phones are")) too few to be certain, once \(difference.tried.grouped) were tried.")
    }
    if let changed = summary.changedSince, changed > 0 {
      remarks.append(
        "\(changed.grouped) of the \(summary.a.grouped) \(changed == 1 ? "has" : "have") another version, policy or zone "
          + "than when it first held: \(advice).")
    }
    return remarks
  }
}

extension ToldFeature {
  /// The feature, or both halves of a pair.
  var name: String { shared.map(\.words).joined(separator: " and ") }
}

extension [ExactString] {
  fileprivate var names: String { map(\.string.shown).joined(separator: ", ") }
}

extension [String] {
  fileprivate var lined: String {
    var lines = self
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }
}

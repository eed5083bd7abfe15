package import Herald

/// The rules that a decision looked at, and for each the test that it failed, as text.
///
/// A fleet has few such lists, because its devices stand at the same rules for the same reasons. So each list is written
/// once and copied into the rows. Bench row 11b: half the time.
package final class ConsideredRules: Sendable {
  /// The list as JSON: `[{"rule":"update:1","failed":"filters"},…]`, `null` for the rule that is shown.
  package let json: ExactString
  /// The same as a cell of CSV.
  let csv: ExactString

  fileprivate init(_ rules: [ConsideredRule]) {
    var json = JSONWriter()
    json.array(rules) { output, considered in
      output.object {
        $0.member("rule", considered.rule.id)
        $0.member("failed", word: considered.failed)
      }
    }
    var csv = JSONWriter()
    self.json = ExactString(json.string)
    csv.csv(self.json)
    self.csv = ExactString(csv.string)
  }
}

extension ConsideredRules: Hashable {
  package static func == (left: ConsideredRules, right: ConsideredRules) -> Bool { left.json == right.json }
  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// The lists of the decisions so far.
struct KnownConsideredRules {
  private var known: [TestedRules: ConsideredRules] = [:]
  private var last: (rules: TestedRules, list: ConsideredRules)?

  private static let mostLists = 4096

  mutating func list(of decision: Decision) -> ConsideredRules {
    let rules = decision.testedRules
    if let last, last.rules == rules { return last.list }
    let list: ConsideredRules
    if let found = known[rules] {
      list = found
    } else {
      if known.count >= Self.mostLists { known.removeAll(keepingCapacity: true) }
      list = ConsideredRules(decision.considered)
      known[rules] = list
    }
    last = (rules, list)
    return list
  }
}

import Herald

/// The difference of two points: their decisions, states and policies.
public struct DiffAnswer: LogAnswer {
  let left: DiffPoint
  let right: DiffPoint
  /// The differences between the decisions; nil where a side has no decision.
  let decisions: DecisionDifferences?
  let states: StateDifferences
  let policies: PolicyDifferences

  init(_ left: DiffPoint, _ right: DiffPoint) {
    self.left = left
    self.right = right
    if let own = left.explanation, let other = right.explanation {
      decisions = DecisionDifferences(own, other)
    } else {
      decisions = nil
    }
    states = StateDifferences(left.state, right.state)
    policies = PolicyDifferences(left.state.policy, right.state.policy)
  }
}

/// Writes two points in words: the answer in a sentence, then why, then states and policies with equal parts folded.
extension DiffAnswer {
  /// Two columns: the points, the answer in a sentence, why, the states and the policies.
  public var words: String { words(.plain) }

  package func words(_ style: Style) -> String {
    var table = TwoColumns(style)
    head(&table)
    var parts = [table.text, style.bold(sentence) + "\n"]
    if let decisions {
      var why = TwoColumns(style)
      add(decisions.rules, to: &why)
      if !why.isEmpty { parts.append(style.bold("Why") + "\n" + why.text) }
      if !decisions.alike.isEmpty {
        parts[parts.count - 1] += same(decisions.alike.map(\.string), "rule ends alike", "rules end alike", style)
      }
    }
    var state = TwoColumns(style)
    for difference in states.byTelling {
      state.add(difference.path.description, difference.left.words?.short, difference.right.words?.short)
    }
    parts.append(
      style.bold("State") + style.dim("  (times in UTC)") + "\n" + state.text
        + same(states.equal.map(\.description), "value is equal", "values are equal", style))
    parts.append(style.bold("Policy") + "\n" + policy(style))
    return parts.joined(separator: "\n")
  }

  private func head(_ table: inout TwoColumns) {
    table.add("", "A", "B", isHeading: true)
    if ExactString(left.log) != ExactString(right.log) { table.add("log", left.log, right.log, isHeading: true) }
    table.add("installation", left.source.string, right.source.string, isHeading: true)
    let (event, other) = (left.step.event, right.step.event)
    table.add("after revision", String(event.revision), String(other.revision), isHeading: true)
    table.add("time", event.time.words, other.time.words, isHeading: true)
    table.add("asked", Self.asked(left), Self.asked(right), isHeading: true)
  }

  private static func asked(_ point: DiffPoint) -> String {
    guard let decision = point.found?.decision else { return "nothing asked so far" }
    return "\(decision.question.trigger.rawValue), at revision \(decision.revision)"
  }

  private func same(_ names: [String], _ one: String, _ many: String, _ style: Style) -> String {
    if names.isEmpty { return "" }
    let some = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : "")
    return "  " + style.dim("= \(names.count.of(one, many)): \(some.shown)") + "\n"
  }

  // MARK: Why

  /// The most rows that say the same of different rules.
  private static let mostAlike = 4

  /// Adds the rules. Of many that end in the same two ways without a test that differs, as where each side has a document
  /// of its own, one row says so.
  private func add(_ rules: [RuleDifference], to table: inout TwoColumns) {
    func ends(of rule: RuleDifference) -> [String] {
      rule.tests.isEmpty ? [ending(of: rule.left, rule.rule, left), ending(of: rule.right, rule.rule, right)] : []
    }
    let groups = Dictionary(grouping: rules) { ends(of: $0) }.filter {
      !$0.key.isEmpty && $0.value.count > Self.mostAlike
    }
    var told: Set<[String]> = []
    for rule in rules {
      let ends = ends(of: rule)
      guard let group = groups[ends] else {
        add(rule, to: &table)
        continue
      }
      guard told.insert(ends).inserted else { continue }
      table.add(Self.names(group.map(\.rule)), ends[0], ends[1], differs: true)
    }
  }

  /// The number of rules, with the first of them.
  private static func names(_ rules: [ExactString]) -> String {
    "\(rules.count.grouped) rules: \(rules[0]), \(rules[1]), …"
  }

  private func add(_ rule: RuleDifference, to table: inout TwoColumns) {
    let kind = (rule.left ?? rule.right).map { " (\($0.rule.kind.rawValue))" } ?? ""
    table.add(rule.rule.string + kind, ending(of: rule.left, rule.rule, left), ending(of: rule.right, rule.rule, right))
    for test in rule.tests {
      table.add("\(test.test.rawValue)", Self.result(test.left), Self.result(test.right), depth: 1)
      for pair in test.pairs { add(pair, of: rule, to: &table) }
    }
  }

  /// Returns the end of a rule on a side, with a sign.
  func ending(of rule: ExplainedRule?, _ id: ExactString, _ point: DiffPoint) -> String {
    if let rule { return rule.failed.map { "✗ \($0.shortFailure)" } ?? "✓ shown" }
    guard let explanation = point.explanation, let state = point.found?.step.state else { return "not asked" }
    if state.policy?.rule(id) == nil { return "not in the policy" }
    return explanation.decision.prompt.map { "not reached: \($0.rule) is shown" } ?? "not reached"
  }

  private static func result(_ test: ExplainedTest) -> String { test.passed ? "✓ passes" : "✗ fails" }

  private func add(_ pair: TestDifference.Pair, of rule: RuleDifference, to table: inout TwoColumns) {
    let subject = (pair.left ?? pair.right)?.subject ?? ""
    let (own, other) = (pair.left, pair.right)
    table.add(
      subject, own.map { value(of: $0, rule.rule, left) }, other.map { value(of: $0, rule.rule, right) }, depth: 2)
    table.add(
      "wanted", own.map { Self.wanted(by: $0, rule.left) } ?? "not asked",
      other.map { Self.wanted(by: $0, rule.right) } ?? "not asked", depth: 2)
  }

  private func value(of comparison: Comparison, _ rule: ExactString, _ point: DiffPoint) -> String {
    let revision = point.found?.causes.event(for: comparison, rule: rule)?.revision
    let notes = [
      comparison.incomparable.map { _ in "compared with nothing" }, revision.map { "revision \($0)" },
      comparison.decidedBy.map { "decided by `\($0)`" },
    ].compactMap(\.self)
    return (comparison.found ?? "missing") + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))")
  }

  private static func wanted(by comparison: Comparison, _ rule: ExplainedRule?) -> String {
    let place = comparison.key.flatMap { rule?.rule.source.keys[$0] }
    return comparison.wanted + (place.map { "  (\($0.line):\($0.column))" } ?? "")
  }

  // MARK: Policy

  private func policy(_ style: Style) -> String {
    if left.state.policy == nil, right.state.policy == nil { return "  " + style.dim("= none is in force") + "\n" }
    if policies.isEmpty { return "  " + style.dim("= both have the same document in force") + "\n" }
    var table = TwoColumns(style)
    for value in policies.values { table.add(value) }
    let removed = policies.rules.compactMap { if case .removed(let rule) = $0 { rule } else { nil } }
    let added = policies.rules.compactMap { if case .added(let rule) = $0 { rule } else { nil } }
    if removed.count > Self.mostAlike { table.add(Self.names(removed.map(\.id)), "there", nil) }
    if added.count > Self.mostAlike { table.add(Self.names(added.map(\.id)), nil, "there") }
    for edit in policies.rules {
      switch edit {
      case .removed(let rule):
        if removed.count <= Self.mostAlike { table.add(Self.name(rule), rule.words, nil) }
      case .added(let rule):
        if added.count <= Self.mostAlike { table.add(Self.name(rule), nil, rule.words) }
      case .changed(let own, let other, let keys, let moved):
        table.add(Self.name(own), own.words, other.words + (moved ? ", in another order" : ""), differs: true)
        for key in keys { table.add(key, depth: 1) }
      }
    }
    return table.text + same(policies.equal.map(\.string), "rule is equal", "rules are equal", style)
  }

  private static func name(_ rule: Rule) -> String { "\(rule.id) (\(rule.kind.rawValue))" }
}

extension Rule {
  /// The rule's place in its document.
  fileprivate var words: String { source.place.map { "line \($0.line), \($0.pointer)" } ?? "there" }
}

extension TwoColumns {
  fileprivate mutating func add(_ difference: KeyDifference, depth: Int = 0) {
    add(difference.key, Self.words(difference.left), Self.words(difference.right), depth: depth)
  }

  private static func words(_ value: KeyDifference.Value?) -> String? {
    value.map { value in value.text.short + (value.place.map { "  (\($0.line):\($0.column))" } ?? "") }
  }
}

extension String {
  /// The beginning of a digest, enough to distinguish two digests; any other text as it is.
  fileprivate var short: String { hasPrefix("sha256:") && utf8.count == 71 ? prefix(19) + "…" : self }
}

/// Writes two points as JSON Lines: the points, their decisions, then one line for each difference.
extension DiffAnswer {
  /// A line for each point, for each test that decided differently, for each value of the states and the policies, and
  /// a summary.
  public var json: String {
    var output = JSONWriter()
    write(left, "a", into: &output)
    write(right, "b", into: &output)
    if let decisions { write(decisions, into: &output) }
    for difference in states.differences {
      output.line {
        $0.member("state", difference.path.description)
        $0.member("a") { difference.left.write(into: &$0) }
        $0.member("b") { difference.right.write(into: &$0) }
      }
    }
    for value in policies.values { output.line { write(value, "policy", into: &$0) } }
    for edit in policies.rules { output.line { write(edit, into: &$0) } }
    output.line { $0.member("summary") { $0.object { writeSummary(into: &$0) } } }
    return output.string
  }

  private func writeSummary(into output: inout JSONWriter) {
    output.member("sameAnswer", optional: decisions) { $0.bool($1.isSameAnswer) }
    output.member("stateDifferences", states.differences.count)
    output.member("policyDifferences", policies.values.count + policies.rules.count)
  }

  private func write(_ point: DiffPoint, _ name: String, into output: inout JSONWriter) {
    output.line {
      $0.member("point", name)
      $0.member("log", point.log)
      $0.moment(of: point.source, revision: point.step.event.revision, time: point.step.event.time)
      $0.member("decision", optional: point.found?.decision) { $1.write(into: &$0) }
    }
  }

  private func write(_ decisions: DecisionDifferences, into output: inout JSONWriter) {
    for rule in decisions.rules {
      for test in rule.tests {
        output.line {
          $0.member("rule", rule.rule)
          $0.member("test", word: test.test)
          $0.member("decisive", test.isDecisive)
          $0.member("a") { write(test.left, of: rule.left, at: left, into: &$0) }
          $0.member("b") { write(test.right, of: rule.right, at: right, into: &$0) }
        }
      }
    }
  }

  private func write(
    _ test: ExplainedTest, of rule: ExplainedRule?, at point: DiffPoint, into output: inout JSONWriter
  ) {
    output.object {
      $0.member("passed", test.passed)
      $0.member("compared", test.comparisons) { output, comparison in
        if let rule, let found = point.found { found.write(comparison, of: rule.rule, into: &output) }
      }
    }
  }

  private func write(_ edit: PolicyDifferences.RuleEdit, into output: inout JSONWriter) {
    switch edit {
    case .removed(let rule):
      writeHead(rule, "removed", into: &output)
      output.member("a") { $0.place(rule.source.place) }
    case .added(let rule):
      writeHead(rule, "added", into: &output)
      output.member("b") { $0.place(rule.source.place) }
    case .changed(let own, let other, let keys, let moved):
      writeHead(own, "changed", into: &output)
      output.member("moved", moved)
      output.member("a") { $0.place(own.source.place) }
      output.member("b") { $0.place(other.source.place) }
      output.member("keys", keys) { output, key in output.object { write(key, "key", into: &$0) } }
    }
  }

  private func writeHead(_ rule: Rule, _ change: String, into output: inout JSONWriter) {
    output.member("rule", rule.id)
    output.member("change", change)
  }

  /// - Parameter name: the name of the member for the key.
  private func write(_ difference: KeyDifference, _ name: StaticString, into output: inout JSONWriter) {
    output.member(name, difference.key)
    write(difference.left, "a", into: &output)
    write(difference.right, "b", into: &output)
  }

  private func write(_ value: KeyDifference.Value?, _ name: StaticString, into output: inout JSONWriter) {
    output.member(name, optional: value) { output, value in
      output.object {
        $0.member("value", value.text)
        $0.member("place") { $0.place(value.place) }
      }
    }
  }
}

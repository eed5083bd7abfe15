import Herald

/// Writes two points as JSON Lines: the points, their decisions, then one line for each difference.
extension DiffReport {
  package var json: String {
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

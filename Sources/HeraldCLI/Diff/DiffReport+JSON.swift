import Herald

/// Two points for machines: the points, their decisions, then one line for each thing that differs.
extension DiffReport {
  var json: String {
    var output = JSONWriter()
    write(left, "a", into: &output)
    write(right, "b", into: &output)
    if let decisions { write(decisions, into: &output) }
    for difference in states.differences {
      output.raw("{\"state\":")
      output.string(difference.path.description)
      output.raw(",\"a\":")
      difference.left.write(into: &output)
      output.raw(",\"b\":")
      difference.right.write(into: &output)
      output.raw("}\n")
    }
    for value in policies.values {
      output.raw("{\"policy\":")
      write(value, into: &output)
    }
    for edit in policies.rules { write(edit, into: &output) }
    output.raw("{\"summary\":{\"sameAnswer\":")
    output.raw(decisions.map { $0.isSameAnswer ? "true" : "false" } ?? "null")
    output.raw(json: ",\"stateDifferences\":\(states.differences.count)")
    output.raw(json: ",\"policyDifferences\":\(policies.values.count + policies.rules.count)}}\n")
    return output.string
  }

  private func write(_ point: DiffPoint, _ name: StaticString, into output: inout JSONWriter) {
    output.raw("{\"point\":\"")
    output.raw(name)
    output.raw("\",\"log\":")
    output.string(point.log)
    output.raw(",")
    output.moment(of: point.source, revision: point.step.event.revision, time: point.step.event.time)
    output.raw(",\"decision\":")
    if let decision = point.found?.decision { decision.write(into: &output) } else { output.raw("null") }
    output.raw("}\n")
  }

  private func write(_ decisions: DecisionDifferences, into output: inout JSONWriter) {
    for rule in decisions.rules {
      for test in rule.tests {
        output.raw("{\"rule\":")
        output.string(rule.rule)
        output.raw(",\"test\":")
        output.string(test.test.rawValue)
        output.raw(",\"decisive\":")
        output.raw(test.isDecisive ? "true" : "false")
        write(test.left, of: rule.left, at: left, "a", into: &output)
        write(test.right, of: rule.right, at: right, "b", into: &output)
        output.raw("}\n")
      }
    }
  }

  private func write(
    _ test: ExplainedTest, of rule: ExplainedRule?, at point: DiffPoint, _ name: StaticString,
    into output: inout JSONWriter
  ) {
    output.raw(",\"")
    output.raw(name)
    output.raw("\":{\"passed\":")
    output.raw(test.passed ? "true" : "false")
    output.raw(",\"compared\":")
    output.array(test.comparisons) { output, comparison in
      if let rule, let found = point.found { found.write(comparison, of: rule.rule, into: &output) }
    }
    output.raw("}")
  }

  private func write(_ edit: PolicyDifferences.RuleEdit, into output: inout JSONWriter) {
    func head(_ rule: Rule, _ change: StaticString) {
      output.raw("{\"rule\":")
      output.string(rule.id)
      output.raw(",\"change\":\"")
      output.raw(change)
      output.raw("\"")
    }
    switch edit {
    case .removed(let rule):
      head(rule, "removed")
      output.raw(",\"a\":")
      output.place(rule.source.place)
    case .added(let rule):
      head(rule, "added")
      output.raw(",\"b\":")
      output.place(rule.source.place)
    case .changed(let own, let other, let keys, let moved):
      head(own, "changed")
      output.raw(json: ",\"moved\":\(moved),\"a\":")
      output.place(own.source.place)
      output.raw(",\"b\":")
      output.place(other.source.place)
      output.raw(",\"keys\":")
      output.array(keys) { output, key in
        output.raw("{\"key\":")
        write(key, isLine: false, into: &output)
      }
    }
    output.raw("}\n")
  }

  /// The rest of an object that begins with the difference's key.
  private func write(_ difference: KeyDifference, isLine: Bool = true, into output: inout JSONWriter) {
    output.string(difference.key)
    for (name, value) in [("a", difference.left), ("b", difference.right)] {
      output.raw(json: ",\"\(name)\":")
      guard let value else {
        output.raw("null")
        continue
      }
      output.raw("{\"value\":")
      output.string(value.text)
      output.raw(",\"place\":")
      output.place(value.place)
      output.raw("}")
    }
    output.raw(isLine ? "}\n" : "}")
  }
}

import Herald

/// Writes the reach of a document as JSON Lines: a line for each rule, for each system that a force reaches, and for
/// the whole document.
extension LoggedReach {
  func json(_ file: String) -> String {
    var output = JSONWriter()
    guard let reach else { return "" }
    for rule in reach.rules {
      output.line {
        $0.member("file", file)
        $0.member("rule", rule.rule.id)
        write(rule, into: &$0)
      }
      for way in rule.ways.ways {
        output.line {
          $0.member("file", file)
          $0.member("wayOut", rule.rule.id)
          $0.member("kind", word: rule.rule.kind)
          write(way, rule.ways.proof(for: way.system), into: &$0)
        }
      }
    }
    output.line {
      $0.member("file", file)
      $0.member("installations", installations)
      $0.member("inactive", inactive)
      $0.member("ofThisApp", reach.ofThisApp)
      $0.member("notLaunched", reach.notLaunched)
      $0.member("otherApp", reach.otherApp)
      $0.member("newer", reach.newer)
      $0.member("refused") { refusalCounts(reach).write(into: &$0) }
      $0.member("underReview", reach.underReview)
    }
    return output.string
  }

  /// Everyone that would refuse the document, by reason.
  private func refusalCounts(_ reach: PolicyReach) -> RefusalCounts {
    var counts = reach.signatures
    counts.add(reach.newer, as: .rollback)
    counts.add(reach.otherApp, as: .otherPackage)
    return counts
  }

  private func write(_ rule: RuleReach, into output: inout JSONWriter) {
    output.member("kind", word: rule.rule.kind)
    output.member("reached", rule.reached)
    output.member("shown", rule.shown)
    output.member("passed") {
      $0.object { output in
        for test in rule.tests {
          output.member(named: ExactString(test.rawValue)) { $0.integer(rule.passed[test] ?? 0) }
        }
      }
    }
    if rule.rule.mayRise { output.member("forced", rule.forced) }
    if let phased = rule.phased { output.member("phases") { $0.phases(phased) } }
  }

  private func write(_ way: WaysOut.Way, _ proof: WaysOut.Proof?, into output: inout JSONWriter) {
    output.member("system", way.system.name.map { ExactString($0) })
    output.member("systemVersion", way.system.version)
    output.member("installations", way.installations)
    output.member("destination", way.destination)
    output.member("leadsNowhere", way.leadsNowhere)
    output.member("proof", optional: way.leadsNowhere ? nil : proof) { output, proof in
      output.object {
        $0.member("source", proof.source)
        $0.member("appVersionName", proof.appVersionName)
        $0.member("systemVersion", proof.deviceOsVersion)
      }
    }
  }
}

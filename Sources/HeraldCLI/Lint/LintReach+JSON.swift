import Herald

/// Whom a document is for, for machines: a line for each rule, for each system that a force leads out of, and for all.
extension LoggedReach {
  func json(_ file: String) -> [UInt8] {
    var output = JSONWriter()
    guard let reach else { return [] }
    for rule in reach.rules {
      output.reach("rule", in: file, of: rule.rule)
      output.raw(json: ",\"reached\":\(rule.reached),\"shown\":\(rule.shown),\"passed\":{")
      output.raw(json: RuleTest.allCases.map { "\"\($0.rawValue)\":\(rule.passed[$0] ?? 0)" }.joined(separator: ","))
      output.raw("}}\n")
      for way in rule.ways.ways {
        output.reach("wayOut", in: file, of: rule.rule)
        write(way, rule.ways.proof(for: way.system), into: &output)
      }
    }
    output.raw("{\"file\":")
    output.string(file)
    output.raw(json: ",\"installations\":\(installations),\"ofThisApp\":\(reach.ofThisApp)")
    output.raw(json: ",\"notLaunched\":\(reach.notLaunched),\"otherApp\":\(reach.otherApp)")
    output.raw(json: ",\"newer\":\(reach.newer)")
    output.raw(json: ",\"underReview\":\(reach.underReview)}\n")
    return output.bytes
  }

  private func write(_ way: WaysOut.Way, _ proof: WaysOut.Proof?, into output: inout JSONWriter) {
    output.raw(",\"system\":")
    output.string(way.system.name.map { ExactString($0) })
    output.raw(",\"systemVersion\":")
    output.string(way.system.version)
    output.raw(json: ",\"installations\":\(way.installations),\"destination\":")
    output.string(way.destination)
    output.raw(json: ",\"leadsNowhere\":\(way.leadsNowhere),\"proof\":")
    if let proof, !way.leadsNowhere {
      output.raw("{\"source\":")
      output.string(proof.source)
      output.raw(",\"appVersionName\":")
      output.string(proof.appVersionName)
      output.raw(",\"systemVersion\":")
      output.string(proof.deviceOsVersion)
      output.raw("}")
    } else {
      output.raw("null")
    }
    output.raw("}\n")
  }
}

extension JSONWriter {
  fileprivate mutating func reach(_ key: StaticString, in file: String, of rule: Rule) {
    raw("{\"file\":")
    string(file)
    raw(",\"")
    raw(key)
    raw("\":")
    string(rule.id)
    raw(",\"kind\":")
    string(rule.kind.rawValue)
  }
}

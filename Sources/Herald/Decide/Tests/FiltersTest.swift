/// All of a rule's filters must match the device's properties.
extension Rule {
  @inline(__always)
  func passesFilters<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.rule.matchesFilters }
    return matchesFilters(situation.properties, &witness)
  }

  func matchesFilters<W: Witness>(_ properties: Properties, _ witness: inout W) -> Bool {
    var matches = true
    for filter in filters {
      let value = properties[filter.property]
      let verdict = filter.verdict(on: value)
      witness.saw(
        Comparison(
          filter.property.string, found: value.raw?.string, wanted: filter.text, passed: verdict.matches,
          decidedBy: verdict.decidedBy?.text, key: "/filters/\(JSONPointer.token(filter.property.string))", basis: .launch))
      matches = matches && verdict.matches
    }
    return matches
  }
}

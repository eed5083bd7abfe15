/// A message about another app isn't shown where that app is installed already.
extension Rule {
  @inline(__always)
  func passesInstalled<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.rule.isForInstalled }
    return isForInstalled(situation.properties, &witness)
  }

  func isForInstalled<W: Witness>(_ properties: Properties, _ witness: inout W) -> Bool {
    guard kind == .message, let targetPackageName else { return true }
    let property = "installed.\(targetPackageName)"
    let installed = properties[ExactString(property)].raw
    let passed = installed != "true"
    witness.saw(
      Comparison(
        property, found: installed?.string, wanted: "not `true`", passed: passed, key: "/targetPackageName",
        basis: .launch))
    return passed
  }
}

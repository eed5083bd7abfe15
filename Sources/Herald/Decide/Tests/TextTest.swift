/// A prompt needs a text in a language that the device's user reads.
extension Rule {
  @inline(__always)
  func passesText<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.standing.hasText[situation.ruleIndex] }
    let entry = situation.standing.texts[situation.ruleIndex]
    witness.saw(
      Comparison(
        "deviceLanguage", found: situation.properties[.deviceLanguage].raw?.string,
        wanted: "a text in " + descriptions.entries.map { "`\($0.key)`" }.joined(separator: ", "),
        passed: entry != nil, decidedBy: entry?.key.string, key: "/descriptions", basis: .launch))
    return entry != nil
  }
}

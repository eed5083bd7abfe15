/// A prompt needs a text in a language that the device's user reads.
extension Rule {
  @inline(__always)
  func passesText<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    guard W.looksOn else { return situation.rule.text != nil }
    let choice = situation.rule.text
    let wanted =
      descriptions.besideOwnMessage == nil
      ? "a text in " + descriptions.entries.map { "`\($0.key)`" }.joined(separator: ", ")
      : "any language: the message is Herald's own"
    witness.saw(
      Comparison(
        "deviceLanguage", found: situation.properties[.deviceLanguage].raw?.string, wanted: wanted,
        passed: choice != nil, decidedBy: choice?.language?.string, key: "/descriptions", basis: .launch))
    return choice != nil
  }
}

import Herald

/// The keys of SSVC's answer.
enum SSVCKey: String, DocumentKey {
  case minimum = "SSVCMinimumSupportedVersionNumber"
  case latest = "SSVCLatestVersionNumber"
  case latestKey = "SSVCLatestVersionKey"
  case since = "SSVCLatestVersionAvailableSince"

  var about: KeyReference {
    switch self {
    case .minimum:
      number("The lowest bundle version that still runs; below it the update is forced.", "16809984")
    case .latest: number("The newest bundle version; below it the update is offered.", "17829888")
    case .latestKey:
      KeyReference(
        .text, .optional(default: "none"),
        "The name of the newest version; where there is no number of it, the update is offered below this version.",
        example: #""1.1""#, fault: .refusesDocument)
    case .since:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "unknown"),
        "When the newest version came out, in seconds since 1970.", example: "1767225600", fault: .countsAsAbsent)
    }
  }

  private func number(_ meaning: String, _ example: String) -> KeyReference {
    KeyReference(
      .either([.integer(0...Int.max), .form(.wholeNumber)], name: "an integer from 0, also as text"),
      .optional(default: "0"), meaning,
      example: example, fault: .refusesDocument)
  }
}

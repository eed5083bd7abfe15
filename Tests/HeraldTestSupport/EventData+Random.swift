package import Herald

extension EventData {
  /// Random data of a type.
  package static func random(_ type: EventType, _ random: inout SplitMix64) -> EventData {
    switch type {
    case .appLaunched:
      let names = (0..<random.int(0...3)).map { "p\($0)" }
      let values = ["", "1.0", "é", "android"]
      let properties = Dictionary(uniqueKeysWithValues: names.map { ($0, random.pick(values)) })
      let profile = Profile(properties.map { (ExactString($0.key), ExactString($0.value)) })
      let (draws, trust) = (random.draws(), random.trust())
      return .appLaunched(
        AppLaunched(profile: profile, user: random.optionalText(), draws: draws, trust: trust))
    case .appForegrounded: return .foregrounded(busy: random.chance(50))
    case .appBackgrounded: return .appBackgrounded
    case .userChanged: return .userChanged(UserChanged(user: random.optionalText()))
    case .fetchSucceeded:
      let isNew = random.chance(50)
      return .fetchSucceeded(
        FetchSucceeded(
          trigger: random.pick(FetchTrigger.allCases), url: random.text(), format: random.text(),
          status: isNew ? 200 : 304, etag: random.optionalText(), lastModified: random.optionalText(),
          storeURL: random.optionalText(), user: random.userChange(), houseRules: random.houseRules(),
          signature: random.chance(20) ? random.text() : nil,
          digest: isNew ? Digest.of(random.text().string) : nil))
    case .fetchFailed:
      let status = random.pick([
        nil, 0, 1, -1, 63, 64, -64, 404, DecimalNumber.largestInteger, -DecimalNumber.largestInteger,
      ])
      return .fetchFailed(
        FetchFailed(
          trigger: random.pick(FetchTrigger.allCases), url: random.text(), reason: random.text(), status: status,
          user: random.userChange()))
    case .promptShown:
      return .promptShown(
        PromptShown(
          prompt: random.text(), rule: random.text(), kind: random.pick(PromptKind.allCases),
          language: random.optionalText()))
    case .buttonChosen: return .chosen(random.text(), of: random.text())
    case .pushReceived:
      return .pushed(
        random.text(), kind: random.text(), url: random.optionalText(), targetVersion: random.optionalText(),
        user: random.optionalText())
    case .operationAttempted: return .operationAttempted(OperationAttempted(operation: random.text()))
    }
  }
}

extension SplitMix64 {
  /// One of hundreds of texts, including the empty one and long ones.
  package mutating func text() -> ExactString {
    let length = pick([0, 1, 5, 127, 128, 200])
    return ExactString(
      String(repeating: pick(["a", "é", "\u{1F600}"]), count: length) + pick(["", "\(int(0...300))"]))
  }

  package mutating func optionalText() -> ExactString? { chance(50) ? text() : nil }

  package mutating func draws() -> Draws? {
    chance(80) ? nil : Draws(["update:1": int(0...9999), "message:\u{E9}": int(0...9999)])
  }

  package mutating func trust() -> Trust? {
    let keys = (0..<int(0...2)).map { PublicKey(id: [UInt8](repeating: UInt8($0), count: 8), bytes: Array(0..<32)) }
    return try? Trust(keys: keys, threshold: int(1...2), isRequired: chance(50))
  }

  package mutating func houseRules() -> HouseRules? {
    HouseRules(json: pick(["", "{}", #"{"skippable":true,"displayPeriodInHours":1.50}"#]))
  }

  package mutating func userChange() -> UserChange {
    switch int(0...2) {
    case 0: .unchanged
    case 1: .signedOut
    default: .signedIn(text())
    }
  }
}

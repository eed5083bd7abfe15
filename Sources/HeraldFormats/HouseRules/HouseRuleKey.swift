import Herald

/// The keys of what an app configures for the rules of a store's document: those that Herald applies, then those that
/// it keeps for a later version.
enum HouseRuleKey: String, DocumentKey {
  case displayPeriodInHours, maxDisplayCount, skippable, rollout
  case triggers, updateTypes, forceUpdateTypes, releasedForDays, phasedRollout, frequencyCaps, deadline

  var isApplied: Bool {
    switch self {
    case .displayPeriodInHours, .maxDisplayCount, .skippable, .rollout: true
    default: false
    }
  }

  /// What an app may configure, without the keys that are not applied.
  static var object: ObjectReference {
    ObjectReference(
      "houseRules", "an object of house rules", at: "houseRules", allCases.filter(\.isApplied).map(\.reference))
  }

  /// The keys that are kept, and not applied yet.
  static var later: [HouseRuleKey] { allCases.filter { !$0.isApplied } }

  var about: KeyReference {
    switch self {
    case .displayPeriodInHours: RuleKey.displayPeriodInHours.ofTheHouse
    case .maxDisplayCount: RuleKey.maxDisplayCount.ofTheHouse
    case .skippable: RuleKey.skippable.ofTheHouse
    case .rollout: RuleKey.rollout.ofTheHouse
    default:
      KeyReference(
        .anything, .optional(default: "none"), "Kept, and not applied by this version of Herald.", example: "null",
        fault: .countsAsAbsent)
    }
  }
}

extension RuleKey {
  fileprivate var ofTheHouse: KeyReference {
    let key = about
    return KeyReference(
      key.shape, .optional(default: "the document's"), key.meaning, example: key.example, fault: .countsAsAbsent)
  }
}

import Herald

/// The keys of the house rules that an app configures for a store's document.
enum HouseRuleKey: String, DocumentKey {
  case displayPeriodInHours, maxDisplayCount, skippable, rollout
  case triggers, updateTypes, forceUpdateTypes, releasedForDays, phasedRollout, frequencyCaps, deadline

  /// The house rules that an app may configure.
  static var object: ObjectReference {
    ObjectReference("houseRules", "an object of house rules", at: "houseRules", references)
  }

  var about: KeyReference {
    switch self {
    case .displayPeriodInHours: RuleKey.displayPeriodInHours.ofTheHouse
    case .maxDisplayCount: RuleKey.maxDisplayCount.ofTheHouse
    case .skippable: RuleKey.skippable.ofTheHouse
    case .rollout: RuleKey.rollout.ofTheHouse
    case .triggers: RuleKey.triggers.ofTheHouse
    case .updateTypes: RuleKey.updateTypes.ofTheHouse
    case .forceUpdateTypes: RuleKey.forceUpdateTypes.ofTheHouse
    case .releasedForDays:
      RuleKey.releasedForDays.ofTheHouse("The days since the release, where the document dates it, that have to pass.")
    case .phasedRollout:
      RuleKey.phasedRollout.ofTheHouse(
        "A rollout that grows by itself; without `startAt` from the document's release on.")
    case .frequencyCaps: RuleKey.frequencyCaps.ofTheHouse
    case .deadline: RuleKey.deadline.ofTheHouse
    }
  }
}

extension RuleKey {
  fileprivate var ofTheHouse: KeyReference { ofTheHouse(about.meaning) }

  fileprivate func ofTheHouse(_ meaning: String) -> KeyReference {
    let key = about
    return KeyReference(
      key.shape, .optional(default: "the document's"), meaning, example: key.example, fault: .countsAsAbsent)
  }
}

package import Herald

/// Parses a time in RFC 3339.
package func time(_ text: String) throws -> DeviceTime {
  guard let time = DeviceTime(rfc3339: text) else { throw UnreadableTime(text: text) }
  return time
}

/// A test's time that is not RFC 3339.
private struct UnreadableTime: Error { let text: String }

extension DeviceTime {
  /// The time after a number of milliseconds, in the same zone.
  package func later(by milliseconds: Int64) -> DeviceTime {
    DeviceTime(moment: Timestamp(milliseconds: moment.milliseconds + milliseconds), offsetMinutes: offsetMinutes)
  }
}

extension Rule {
  /// A rule that passes every test except those that the parameters make it fail.
  package static func make(
    _ id: ExactString = "update:1", _ kind: PromptKind = .optional, filters: [Filter] = [],
    condition: VersionCondition = .none, rollout: Int = 10_000, after: WindowDate? = nil, before: WindowDate? = nil,
    count: Int? = nil, period: Int64 = 0, targetPackageName: ExactString? = nil,
    texts: [String: String] = ["*": "text"], skippable: Bool = false, targetVersion: PublishedVersion? = nil,
    releasedAt: WindowDate? = nil, phases: RolloutPhases? = nil, pacing: RulePacing = RulePacing()
  ) -> Rule {
    Rule(
      id: id, kind: kind, filters: filters, condition: condition, targetVersion: targetVersion, releasedAt: releasedAt,
      rollout: rollout, displayAfter: after, displayBefore: before, maxDisplayCount: count, displayPeriod: period,
      targetPackageName: targetPackageName,
      descriptions: Descriptions(
        texts.map { Descriptions.Entry(key: ExactString($0.key), texts: PromptTexts(message: $0.value)) }),
      destinations: Destinations(onAndroid: "market://details?id=a", elsewhere: "https://example.com/app"),
      isSkippable: skippable, phases: phases, pacing: pacing)
  }
}

extension Policy {
  package static func make(
    _ rules: [Rule], packageName: ExactString? = nil, review: String? = nil, pushOnForeground: Bool = false
  ) -> Policy {
    Policy(
      of: Document(text: rules.map(\.id.string).joined(separator: " "), format: "herald"), packageName: packageName,
      reviewVersions: review.map { .matching(Filter(property: .appVersionName, text: $0)) },
      pushOnForeground: pushOnForeground,
      rules: rules)
  }

  /// The event that brings this policy.
  package func fetched(_ trigger: FetchTrigger = .launch) -> EventData {
    .fetchSucceeded(
      FetchSucceeded(
        trigger: trigger, url: "https://example.com/policy", format: format, digest: digest, reading: .accepted(self)))
  }
}

extension ShowingRecord {
  package init(shown: Int = 1, lastShown: Timestamp? = nil, skippedVersion: ExactString? = nil) {
    self.init()
    self.shown = shown
    self.lastShown = lastShown
    self.skippedVersion = skippedVersion
  }
}

import Herald
import Testing

/// A time that a test writes down.
func time(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> DeviceTime {
  try #require(DeviceTime(rfc3339: text), "`\(text)` is no time", sourceLocation: location)
}

extension DeviceTime {
  /// The time after a number of milliseconds, in the same zone.
  func later(by milliseconds: Int64) -> DeviceTime {
    DeviceTime(moment: Timestamp(milliseconds: moment.milliseconds + milliseconds), offsetMinutes: offsetMinutes)
  }
}

extension Rule {
  /// A rule that passes every test except those that the parameters make it fail.
  static func make(
    _ id: ExactString = "update:1", _ kind: PromptKind = .optional, filters: [Filter] = [],
    condition: VersionCondition = .none, rollout: Int = 10_000, after: WindowDate? = nil, before: WindowDate? = nil,
    count: Int? = nil, period: Int64 = 0, targetPackageName: ExactString? = nil,
    texts: [String: String] = ["*": "text"], skippable: Bool = false
  ) -> Rule {
    Rule(
      id: id, kind: kind, filters: filters, condition: condition, rollout: rollout, displayAfter: after,
      displayBefore: before, maxDisplayCount: count, displayPeriod: period, targetPackageName: targetPackageName,
      descriptions: Descriptions(
        texts.map { Descriptions.Entry(key: ExactString($0.key), texts: PromptTexts(message: $0.value)) }),
      destinations: Destinations(onAndroid: "market://details?id=a", elsewhere: "https://example.com/app"),
      isSkippable: skippable)
  }
}

extension Policy {
  static func make(
    _ rules: [Rule], packageName: ExactString? = nil, review: String? = nil, pushOnForeground: Bool = false
  ) -> Policy {
    Policy(
      of: Document(text: rules.map(\.id.string).joined(separator: " "), format: "herald"), packageName: packageName,
      reviewVersions: review.map { .matching(Filter(property: .appVersionName, text: $0)) },
      pushOnForeground: pushOnForeground,
      rules: rules)
  }

  /// The event that brings this policy.
  func fetched(_ trigger: FetchTrigger = .launch) -> EventData {
    .fetchSucceeded(
      FetchSucceeded(
        trigger: trigger, url: "https://example.com/policy", format: format, digest: digest, reading: .accepted(self)))
  }
}

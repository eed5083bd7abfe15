extension LintTests {
  private static func filtered(_ text: String) -> String { #"{"appVersionName": "\#(text)"}"# }

  /// An optional update in front of a forced one.
  private static func optionalThenForce(
    _ optional: KeyValuePairs<String, String?>, _ force: KeyValuePairs<String, String?>
  ) -> String {
    let second = SampleDocument.force(force).replacing(#""id": 1"#, with: #""id": 2"#)
    return SampleDocument.text(updates: [SampleDocument.update(optional), second])
  }

  private static func hidden(
    _ code: String, by optional: KeyValuePairs<String, String?>, _ force: KeyValuePairs<String, String?>
  ) -> LintCase {
    LintCase(code, "\(code) /updates/1/forceUpdate", in: optionalThenForce(optional, force))
  }

  private static func seen(
    _ optional: KeyValuePairs<String, String?>, _ force: KeyValuePairs<String, String?>
  ) -> LintCase {
    .near("possiblyHiddenForce", optionalThenForce(optional, force))
  }

  static let rulePairCases: [LintCase] = hiddenCases + seenCases + unreachableCases

  private static let hiddenCases: [LintCase] = [
    hidden("hiddenForce", by: [:], ["filters": filtered("<7.5")]),
    hidden("hiddenForce", by: ["filters": filtered("<7.5")], ["filters": filtered("<7.5")]),
    hidden("hiddenForce", by: ["filters": filtered("<7.5")], ["filters": filtered("!>=7,<7.1")]),
    hidden("hiddenForce", by: ["filters": filtered("7.1-*")], ["filters": filtered("7.1-*,!7.1-b")]),
    hidden("hiddenForce", by: ["filters": filtered("7.1-*")], ["filters": filtered("7.1-rc")]),
    hidden("hiddenForce", by: ["targetVersion": "\"9\""], [:]),
    .near(
      "hiddenForce",
      SampleDocument.text(updates: [
        SampleDocument.force(["filters": filtered("<7.5")]), SampleDocument.update(["id": "2"]),
      ])),
    hidden("possiblyHiddenForce", by: ["filters": filtered("<7")], ["filters": filtered("<7.5")]),
    hidden("possiblyHiddenForce", by: ["filters": #"{"deviceOsVersion": "<10"}"#], ["filters": filtered("<7.5")]),
    hidden("possiblyHiddenForce", by: ["rollout": "10"], [:]),
    hidden("possiblyHiddenForce", by: ["triggers": #"["operation:pay"]"#], [:]),
    hidden("possiblyHiddenForce", by: ["triggers": #"["foreground"]"#], [:]),
    hidden("hiddenForce", by: ["triggers": #"["launch", "operation:pay"]"#], [:]),
    hidden("possiblyHiddenForce", by: ["maxDisplayCount": "3"], [:]),
    hidden("possiblyHiddenForce", by: ["displayPeriodInHours": "24"], [:]),
    hidden("possiblyHiddenForce", by: ["skippable": "true"], [:]),
    hidden("possiblyHiddenForce", by: ["displayAfterDate": "\"2026-04-01T00:00Z\""], [:]),
    hidden("possiblyHiddenForce", by: ["targetVersion": "\"7\""], [:]),
  ]

  private static let seenCases: [LintCase] = [
    seen(["filters": filtered("!<2")], ["filters": filtered("<2")]),
    seen(["triggers": #"["operation:pay"]"#], ["triggers": #"["launch"]"#]),
    seen(["triggers": #"["operation:pay"]"#], ["triggers": #"["operation:send"]"#]),
    seen(["filters": filtered("2.1.0")], ["filters": filtered("2.1.1")]),
    seen(["filters": #"{"deviceOsName": "ios"}"#], ["filters": #"{"deviceOsName": "Android"}"#]),
    seen(["filters": filtered(">=7")], ["targetVersion": "\"7\""]),
    seen(["filters": filtered("1.*,1")], ["filters": filtered("2.*,2")]),
    seen(["filters": filtered("<2.7")], ["filters": filtered("!<=2.7")]),
    seen(["displayBeforeDate": "\"2026-04-01T00:00Z\""], ["displayAfterDate": "\"2026-04-01T00:01Z\""]),
    seen(["filters": #"{"deviceLanguage": "tr*"}"#], ["filters": #"{"deviceLanguage": "!tr*"}"#]),
  ]

  private static func behind(_ first: String, _ later: String, isReached: Bool) -> LintCase {
    let document = SampleDocument.text(updates: [first, later])
    return isReached
      ? .near("unreachableRule", document) : LintCase("unreachableRule", "unreachableRule /updates/1", in: document)
  }

  private static func reviewed(_ review: String, of filter: String, isReached: Bool) -> LintCase {
    let document = SampleDocument.text(
      ["reviewVersions": "\"\(review)\""], updates: [SampleDocument.update(["filters": filtered(filter)])])
    return isReached
      ? .near("unreachableRule", document) : LintCase("unreachableRule", "unreachableRule /updates/0", in: document)
  }

  private static let unreachableCases: [LintCase] = [
    behind(SampleDocument.force(), SampleDocument.update(["id": "2"]), isReached: false),
    behind(SampleDocument.update(), SampleDocument.update(["id": "2", "filters": filtered("<3")]), isReached: false),
    behind(SampleDocument.update(["filters": filtered("<3")]), SampleDocument.update(["id": "2"]), isReached: true),
    behind(SampleDocument.update(["maxDisplayCount": "3"]), SampleDocument.update(["id": "2"]), isReached: true),
    behind(SampleDocument.force(["targetVersion": "\"7\""]), SampleDocument.update(["id": "2"]), isReached: true),
    behind(
      SampleDocument.update(["targetVersion": nil, "targetVersionCode": "20"]),
      SampleDocument.update(["id": "2", "targetVersion": nil, "targetVersionCode": "20"]), isReached: false),
    behind(
      SampleDocument.update(["targetVersion": nil, "targetVersionCode": "20"]),
      SampleDocument.update(["id": "2", "filters": #"{"appVersionCode": "''"}"#]), isReached: true),
    reviewed("''", of: "''", isReached: false), reviewed("<3", of: "<2", isReached: false),
    reviewed("<2", of: "<3", isReached: true),
    LintCase(
      "unreachableRule", "unreachableRule /messages/0", "exitWithoutDestination /updates/0/forceExit",
      in: SampleDocument.text(
        updates: [SampleDocument.update(["forceExit": "true", "targetVersion": nil, "targetWebsiteUrl": nil])],
        messages: [SampleDocument.message()])),
    .near(
      "unreachableRule",
      SampleDocument.text(messages: [
        SampleDocument.message(["targetPackageName": "\"com.example.other\"", "displayPeriodInHours": "24"]),
        SampleDocument.message(["id": "2"]),
      ])),
  ]
}

extension LintTests {
  private static func update(
    _ code: String, at key: String?, _ changes: KeyValuePairs<String, String?>,
    root: KeyValuePairs<String, String?> = [:]
  ) -> LintCase {
    let hasDeadline = changes.contains { $0.key == "deadline" }
    let text = SampleDocument.text(root, updates: [SampleDocument.update(changes)])
    let calendar = hasDeadline && code != "deadlineCalendar" ? ["deadlineCalendar /updates/0/deadline"] : []
    let found = key.map { ["\(code) /updates/0\($0)"] } ?? []
    return LintCase(code, inOrder: found + calendar, in: text)
  }

  private static let dated = #"{"at": "2026-03-20"}"#
  private static let phases = #"{"startAt": "2026-03-01", "steps": [10, 50, 100], "intervalInHours": 240}"#

  static let mannerCases: [LintCase] = deadlineCases + rolloutCases + attentionCases

  private static let deadlineCases: [LintCase] = [
    LintCase(
      "mannersWithoutID", "automaticID /updates/0", "mannersWithoutID /updates/0/phasedRollout",
      in: SampleDocument.text(updates: [
        SampleDocument.update(["id": nil, "phasedRollout": #"{"startAt": "2026-03-01T00:00Z"}"#])
      ])),
    update("mannersWithoutID", at: nil, ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z"}"#]),
    update("deadlineTooEarly", at: "/deadline/at", ["deadline": dated, "releasedAt": "\"2026-03-21\""]),
    update("deadlineTooEarly", at: "/deadline/at", ["deadline": dated, "phasedRollout": phases]),
    update("deadlineTooEarly", at: nil, ["deadline": dated, "releasedAt": "\"2026-03-20\""]),
    update("deadlineTooEarly", at: nil, ["deadline": #"{"at": "2026-03-21"}"#, "phasedRollout": phases]),
    update(
      "deadlineTooEarly", at: nil, ["deadline": #"{"at": "2026-03-20", "graceInHours": 72}"#, "phasedRollout": phases]),
    update(
      "deadlineWithinPeriod", at: "/deadline/afterFirstShownInHours",
      ["deadline": #"{"afterFirstShownInHours": 24}"#, "displayPeriodInHours": "48"]),
    update(
      "deadlineWithinPeriod", at: "/deadline/graceInHours",
      ["deadline": #"{"at": "2026-03-20", "graceInHours": 24}"#, "displayPeriodInHours": "48"]),
    update(
      "deadlineWithinPeriod", at: nil,
      ["deadline": #"{"afterFirstShownInHours": 48}"#, "displayPeriodInHours": "48"]),
    update(
      "deadlineWithoutWay", at: "/deadline",
      ["deadline": dated, "targetWebsiteUrl": nil, "targetGooglePlay": "true"]),
    update(
      "deadlineWithoutWay", at: nil,
      [
        "deadline": dated, "targetWebsiteUrl": nil, "targetGooglePlay": "true",
        "filters": #"{"deviceOsName": "android"}"#,
      ]),
    update(
      "deadlineWithoutWay", at: "/deadline",
      [
        "deadline": dated, "targetWebsiteUrl": nil, "targetGooglePlay": "true",
        "filters": #"{"deviceOsName": "ios"}"#,
      ]),
    update(
      "deadlineWithoutWay", at: "/deadline",
      ["deadline": dated, "targetWebsiteUrl": "\"itms-apps://apps.apple.com/app/id1\""]),
    update(
      "deadlineWithoutWay", at: nil,
      [
        "deadline": dated, "targetWebsiteUrl": "\"itms-apps://apps.apple.com/app/id1\"",
        "filters": #"{"deviceOsName": "!android"}"#,
      ]),
    update(
      "deadlineWithoutWay", at: nil,
      ["deadline": dated, "targetWebsiteUrl": nil, "targetGooglePlay": "true", "inSegments": #"["droids"]"#],
      root: ["segments": #"{"droids": {"deviceOsName": "android"}}"#]),
    update("deadlinePassed", at: "/deadline/at", ["deadline": #"{"at": "2026-03-01T19:59"}"#]),
    // It is still that day west of Greenwich.
    update("deadlinePassed", at: nil, ["deadline": #"{"at": "2026-03-01T20:00"}"#]),
    update("deadlinePassed", at: nil, ["deadline": #"{"at": "2026-02-01", "graceInHours": 72}"#]),
    update(
      "endsBeforeDeadline", at: "/displayBeforeDate",
      ["deadline": #"{"at": "2026-03-20T00:00Z"}"#, "displayBeforeDate": "\"2026-03-20T00:00Z\""]),
    update(
      "endsBeforeDeadline", at: nil,
      ["deadline": #"{"at": "2026-03-20T00:00Z"}"#, "displayBeforeDate": "\"2026-03-20T00:01Z\""]),
    update("deadlineCalendar", at: "/deadline", ["deadline": dated]),
    update("deadlineCalendar", at: nil, ["displayAfterDate": "\"2026-03-02T09:00Z\""]),
  ]

  private static let rolloutCases: [LintCase] = [
    update(
      "fallingSteps", at: "/phasedRollout/steps/1",
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "steps": [50, 10, 100]}"#]),
    update("fallingSteps", at: nil, ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "steps": [50, 50, 100]}"#]),
    update(
      "stepsEndEarly", at: "/phasedRollout/steps",
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "steps": [10, 30]}"#]),
    update(
      "stepsEndEarly", at: nil,
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "steps": [10, 30]}"#, "rollout": "30"]),
    update("fractionOfPercent", at: "/rollout", ["rollout": "0.5"]),
    update("fractionOfPercent", at: nil, ["rollout": "1"]),
    update(
      "fractionOfPercent", at: nil,
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "steps": [0.5, 5, 100]}"#]),
    update(
      "pausedBeforeStart", at: "/phasedRollout/pausedAt",
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "pausedAt": "2026-02-28T00:00Z"}"#]),
    update(
      "pausedBeforeStart", at: nil,
      ["phasedRollout": #"{"startAt": "2026-03-01T00:00Z", "pausedAt": "2026-03-01T00:00Z"}"#]),
    update(
      "variantNeverShown", at: "/variants/0", ["variants": #"[{"id": "a", "weight": 0}, {"id": "b", "weight": 1}]"#]),
    update(
      "variantNeverShown", at: "/variants/1",
      ["variants": #"[{"id": "a", "weight": 10000}, {"id": "b", "weight": 0}, {"id": "c", "weight": 2}]"#]),
    update("variantNeverShown", at: nil, ["variants": #"[{"id": "a", "weight": 9999}, {"id": "b", "weight": 1}]"#]),
  ]

  private static let twice = #"{"g": {"frequencyCaps": [{"cap": 2, "periodInHours": 24}]}}"#

  private static let calendar = "deadlineCalendar /updates/0/deadline"
  private static let wallClock = "wallClockDate /updates/0/displayAfterDate"

  private static func inOneNight(until end: String, _ key: String = "deadline", _ value: String? = nil) -> String {
    SampleDocument.text(
      ["quietHours": #"{"from": "22:00", "to": "07:00"}"#],
      updates: [
        SampleDocument.update([
          "displayAfterDate": "\"2026-03-02 23:00\"", "displayBeforeDate": "\"2026-03-03 \(end)\"", key: value,
        ])
      ])
  }

  private static let attentionCases: [LintCase] = [
    update(
      "capsWithoutPeriod", at: "/frequencyCaps", ["frequencyCaps": #"[{"cap": 2, "periodInHours": 168}]"#]),
    update("capsWithoutPeriod", at: "", ["groups": #"["g"]"#], root: ["groups": twice]),
    update(
      "capsWithoutPeriod", at: nil,
      ["frequencyCaps": #"[{"cap": 1, "periodInHours": 24}, {"cap": 3, "periodInHours": 168}]"#]),
    update(
      "capsWithoutPeriod", at: nil,
      ["frequencyCaps": #"[{"cap": 2, "periodInHours": 168}]"#, "displayPeriodInHours": "84"]),
    LintCase(
      "windowWithinQuietHours", "windowWithinQuietHours /updates/0/displayAfterDate", wallClock,
      in: inOneNight(until: "06:59")),
    LintCase("windowWithinQuietHours", wallClock, in: inOneNight(until: "07:00")),
    LintCase(
      "windowWithinQuietHours", calendar, wallClock,
      in: inOneNight(until: "06:59", "deadline", #"{"at": "2026-03-03 01:00"}"#)),
    LintCase(
      "windowWithinQuietHours", "endsBeforeDeadline /updates/0/displayBeforeDate", calendar,
      "windowWithinQuietHours /updates/0/displayAfterDate", wallClock,
      in: inOneNight(until: "06:59", "deadline", #"{"at": "2026-03-03 07:00"}"#)),
    LintCase(
      "windowWithinQuietHours", wallClock, in: inOneNight(until: "06:59", "forceUpdateTypes", #"["major"]"#)),
    LintCase(
      "unusedBudget", "unusedBudget /frequencyCaps/0",
      in: SampleDocument.text(
        ["frequencyCaps": #"[{"cap": 3, "periodInHours": 24}]"#],
        updates: [
          SampleDocument.update([
            "frequencyCaps": #"[{"cap": 2, "periodInHours": 24}]"#, "displayPeriodInHours": "1",
          ])
        ])),
    LintCase(
      "unusedBudget", "unusedBudget /groups/g/frequencyCaps/0",
      in: SampleDocument.text(
        ["groups": #"{"g": {"frequencyCaps": [{"cap": 3, "periodInHours": 24}]}}"#],
        updates: [
          SampleDocument.update([
            "frequencyCaps": #"[{"cap": 2, "periodInHours": 48}]"#, "groups": #"["g"]"#, "displayPeriodInHours": "1",
          ])
        ])
    ),
    update(
      "unusedBudget", at: nil, ["frequencyCaps": #"[{"cap": 3, "periodInHours": 24}]"#, "displayPeriodInHours": "1"],
      root: ["frequencyCaps": #"[{"cap": 3, "periodInHours": 24}]"#]),
    LintCase(
      "holdoutBesideDeadline", "deadlineCalendar /updates/0/deadline", "holdoutBesideDeadline /updates/0/deadline",
      in: SampleDocument.text(
        ["holdout": #"{"id": "q", "percent": 5}"#],
        updates: [SampleDocument.update(["deadline": dated])], messages: [SampleDocument.message()])),
    update("holdoutBesideDeadline", at: nil, [:], root: ["holdout": #"{"id": "q", "percent": 5}"#]),
    LintCase(
      "holdoutWithoutOptional", "holdoutWithoutOptional /holdout",
      in: SampleDocument.text(["holdout": #"{"id": "q", "percent": 5}"#], updates: [SampleDocument.force()])),
    LintCase.near(
      "holdoutWithoutOptional",
      SampleDocument.text(
        ["holdout": #"{"id": "q", "percent": 5}"#], updates: [SampleDocument.force()],
        messages: [SampleDocument.message()])),
  ]
}

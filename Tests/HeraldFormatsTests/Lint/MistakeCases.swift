extension Mistake {
  private static let inRule = "in an update or in a message"

  /// Keys one level too high or too low.
  static let ofPlace: [Mistake] = [
    root(
      #""rollout": 10"#, at: "/rollout", "write `rollout` \(inRule)", mended: [#""rollout": 50"#: #""rollout": 10"#]),
    root(
      #""rolout": 10"#, at: "/rolout", "did you mean `rollout`? It is a key \(inRule)"),
    root(#""filters": {"deviceOsName": "ios"}"#, at: "/filters", "write `filters` \(inRule)"),
    root(#""forceUpdate": true"#, at: "/forceUpdate", "write `forceUpdate` in an update"),
    root(#""deadline": {"at": "2027-01-01"}"#, at: "/deadline", "write `deadline` in an update"),
    root(#""percent": 5"#, at: "/percent", "write `percent` in `holdout`"),
    root(#""rules": []"#, at: "/rules", "did you mean `updates`?"),
    root(#""update": []"#, at: "/update", "did you mean `updates`?"),
    rule(#""revision": 4"#, at: "/revision", "write `revision` at the root"),
    rule(#""packageName": "a""#, at: "/packageName", "write `packageName` at the root"),
    rule(#""segments": {"a": {}}"#, at: "/segments", "write `segments` at the root"),
    rule(#""title": "New""#, at: "/title", "write `title` in `descriptions.LANGUAGE`"),
    rule(#""message": "3.5 is here.""#, at: "/message", "write `message` in `descriptions.LANGUAGE`"),
    rule(#""graceInHours": 72"#, at: "/graceInHours", "write `graceInHours` in `deadline`"),
    rule(#""at": "2027-01-01""#, at: "/at", "write `at` in `deadline`"),
    rule(#""steps": [1, 50, 100]"#, at: "/steps", "write `steps` in `phasedRollout`"),
    rule(#""startAt": "2027-01-01""#, at: "/startAt", "write `startAt` in `phasedRollout`"),
    rule(#""cap": 2"#, at: "/cap", "write `cap` in an element of `frequencyCaps`"),
    rule(#""weight": 2"#, at: "/weight", "write `weight` in a variant"),
    rule(#""appVersionName": "<3""#, at: "/appVersionName", "write `appVersionName` in `filters`"),
    rule(#""deviceOsName": "ios""#, at: "/deviceOsName", "write `deviceOsName` in `filters`"),
    rule(#""en": {"message": "3.5"}"#, at: "/en", "write it in `descriptions`"),
    rule(
      #""deadline": {"at": "2027-01-01", "withinHours": 3}"#, at: "/deadline/withinHours",
      "write `withinHours` in an element of `deadline.reminders`"),
    rule(
      #""minSupportedVersion": "3.1""#, at: "/minSupportedVersion",
      #"write `"forceUpdate": true, "targetVersion": "3.1"` in its place: it forces all below"#),
    rule(
      #""minimum_version": "3.1""#, at: "/minimum_version",
      #"write `"forceUpdate": true, "targetVersion": "3.1"` in its place: it forces all below"#),
    rule(
      #""minVersionCode": 310"#, at: "/minVersionCode",
      #"write `"forceUpdate": true, "targetVersionCode": 310` in its place: it forces all below"#),
    rule(
      #""minOsVersion": "15""#, at: "/minOsVersion",
      #"write `"filters": {"deviceOsVersion": ">=15"}` in a rule in its place"#),
    rule(
      #""minSdk": 26"#, at: "/minSdk", #"write `"filters": {"deviceApiLevel": ">=26"}` in a rule in its place"#),
    root(
      #""minSupportedVersion": "3.0""#, at: "/minSupportedVersion",
      #"write `"forceUpdate": true, "targetVersion": "3.0"` in an update in its place: it forces all below"#),
    root(
      #""latestVersion": "3.5""#, at: "/latestVersion", #"write `"targetVersion": "3.5"` in an update in its place"#),
    filter(
      #""skippable": true"#, "misplacedKey", at: "/skippable", "move it: write `skippable` in an update",
      mended: #""deviceOsName": "ios""#),
    filter(
      #""maxDisplayCount": 3"#, "misplacedKey", at: "/maxDisplayCount", "move it: write `maxDisplayCount` \(inRule)",
      mended: #""deviceOsName": "ios""#),
    filter(
      #""forceupdate": true"#, "misplacedKey", at: "/forceupdate", "move it: write `forceUpdate` in an update",
      mended: #""deviceOsName": "ios""#),
    filter(
      #""skipable": true"#, "misplacedKey", at: "/skipable", "move it: write `skippable` in an update",
      mended: #""deviceOsName": "ios""#),
    Mistake(
      #""message": "3.5 geldi.""#, #""message": "3.5 geldi.", "targetVersion": "3.5""#, "misplacedKey",
      at: "/updates/1/descriptions/tr/targetVersion", "move it: write `targetVersion` in an update"),
    Mistake(
      #""*": {"title": "New", "message": "Version 3.5 is here."}"#, #""message": "Version 3.5 is here.""#,
      "misplacedKey", at: "/updates/1/descriptions/message",
      #"write {"*": {"message": …}}, with a language or `*` around it"#),
  ]

  /// Percentages, dates and limits.
  static let ofValues: [Mistake] = [
    Mistake(
      #""rollout": 50"#, #""rollout": 0.1"#, "fractionOfPercent", at: "/updates/1/rollout", "write 10 for 10 %",
      mended: [#""rollout": 50"#: #""rollout": 10"#]),
    Mistake(
      #""rollout": 50"#, #""rollout": 1.0"#, "fractionOfPercent", at: "/updates/1/rollout", "write 100 for 100 %",
      mended: [#""rollout": 50"#: #""rollout": 100"#]),
    root(
      #""holdout": {"id": "q4", "percent": 0.05}"#, "fractionOfPercent", at: "/holdout/percent", "write 5 for 5 %",
      mended: [revision: #""revision": 3, "holdout": {"id": "q4", "percent": 5},"#]),
    Mistake(
      #""rollout": 50"#, #""phasedRollout": {"startAt": "2026-12-01T00:00Z", "steps": [0.1, 0.5, 1]}"#,
      "fractionOfPercent", at: "/updates/1/phasedRollout/steps/0", "write 10 for 10 %",
      mended: [
        #""rollout": 50"#: #""phasedRollout": {"startAt": "2026-12-01T00:00Z", "steps": [10, 50, 100]}"#
      ]),
    Mistake(
      #""rollout": 50"#, #""phasedRollout": {"startAt": "2026-12-01T00:00Z", "steps": [5, 30]}"#, "stepsEndEarly",
      at: "/updates/1/phasedRollout/steps", "add the step 100, or write `rollout` 30 too if that is meant",
      mended: [
        #""rollout": 50"#:
          #""rollout": 30, "phasedRollout": {"startAt": "2026-12-01T00:00Z", "steps": [5, 30]}"#
      ]),
    rule(
      #""deadline": {"at": "2025-12-01"}"#, "deadlinePassed", at: "/deadline/at",
      #"write a later date, or `"forceUpdate": true` in the place of `deadline` if that is meant"#,
      mended: #""deadline": {"at": "2026-12-24"}"#),
    rule(
      #""deadline": {"at": "2025-12-01", "becomes": "exit"}"#, "deadlinePassed", at: "/deadline/at",
      #"write a later date, or `"forceExit": true` in the place of `deadline` if that is meant"#,
      mended: #""forceExit": true"#),
    rule(
      #""displayBeforeDate": "2026-11-30T00:00Z", "deadline": {"at": "2026-12-01T00:00Z"}"#, "endsBeforeDeadline",
      at: "/displayBeforeDate", "move `displayBeforeDate` behind the deadline, or leave it out",
      mended: #""deadline": {"at": "2026-12-01T00:00Z"}"#),
    rule(
      #""displayAfterDate": "2026-12-01T00:00Z", "displayBeforeDate": "2026-12-05T00:00Z", "deadline": {"afterFirstShownInHours": 240}"#,
      "endsBeforeDeadline", at: "/displayBeforeDate", "move `displayBeforeDate` behind that, or leave it out",
      mended:
        #""displayAfterDate": "2026-12-01T00:00Z", "displayBeforeDate": "2026-12-25T00:00Z", "deadline": {"afterFirstShownInHours": 240}"#
    ),
    rule(
      #""displayBeforeDate": "2026-11-01T00:00Z""#, "windowOver", at: "/displayBeforeDate",
      "remove the rule, or set a later date", mended: #""displayBeforeDate": "2026-12-01T00:00Z""#),
    Mistake(
      #""displayPeriodInHours": 72"#, #""frequencyCaps": [{"cap": 2, "periodInHours": 168}]"#, "capsWithoutPeriod",
      at: "/updates/1/frequencyCaps", "add `displayPeriodInHours`, such as 84",
      mended: [
        #""displayPeriodInHours": 72"#:
          #""frequencyCaps": [{"cap": 2, "periodInHours": 168}], "displayPeriodInHours": 84"#
      ]),
    Mistake(
      "  ]\n}",
      #"  ], "frequencyCaps": [{"cap": 2, "periodInHours": 24}], "messages": [{"id": "m", "descriptions": {"*": "Hi."}}]}"#,
      "capsWithoutPeriod", at: "/messages/0", "add `displayPeriodInHours`, such as 12",
      mended: [
        "  ]\n}":
          #"  ], "frequencyCaps": [{"cap": 2, "periodInHours": 24}], "messages": [{"id": "m", "displayPeriodInHours": 12, "descriptions": {"*": "Hi."}}]}"#
      ]),
  ]

  static let ofFilters: [Mistake] = [
    range("appVersionName", "3.0-3.4", "!<3.0,!>=3.4"), range("appVersionName", "3.0 - 3.4", "!<3.0,!>=3.4"),
    range("appVersionName", "3.0..3.4", "!<3.0,!>=3.4"), range("appVersionName", "3.0–3.4", "!<3.0,!>=3.4"),
    range("appVersionName", "3.0 to 3.4", "!<3.0,!>=3.4"), range("deviceOsVersion", "14-16", "!<14,!>=16"),
    range("appVersionCode", "100-200", "!<100,!>=200"), range("appVersionName", ">=3.0 <3.4", "!<3.0,!>=3.4"),
    range("appVersionName", ">=3.0 && <3.4", "!<3.0,!>=3.4"), range("appVersionName", ">3.0 and <=3.4", "!<=3.0,!>3.4"),
    range("appVersionName", "3.0+", ">=3.0"), range("deviceApiLevel", "≥34", ">=34"),
    filter(
      #""appVersionName": ">=3.0,<3.4""#, "matchesEveryVersion", at: "/appVersionName",
      "for what fits all of them write `!<3.0,!>=3.4`", mended: #""appVersionName": "!<3.0,!>=3.4""#),
    filter(
      #""appVersionName": "<v3.4""#, "operandNoVersion", at: "/appVersionName", "write `<3.4`",
      mended: #""appVersionName": "<3.4""#),
    filter(
      #""deviceOsName": "android", "deviceOsVersion": ">=34""#, "apiLevelInFilter", at: "/deviceOsVersion",
      #"write the filter `"deviceApiLevel": ">=34"` in its place"#,
      mended: #""deviceOsName": "android", "deviceApiLevel": ">=34""#),
    filter(
      #""deviceApiLevel": ">=14""#, "apiLevelInFilter", at: "/deviceApiLevel",
      #"write the filters `"deviceOsName": "android", "deviceOsVersion": ">=14"` in its place"#,
      mended: #""deviceOsName": "android", "deviceOsVersion": ">=14""#),
    filter(
      #""deviceOsName": "adroid""#, "valueNeverOccurs", at: "/deviceOsName", "did you mean `android`?",
      mended: #""deviceOsName": "android""#),
    filter(
      #""deviceLanguage": "Turkish""#, "valueNeverOccurs", at: "/deviceLanguage", "did you mean `tr*`?",
      mended: #""deviceLanguage": "tr*""#),
    filter(
      #""deviceLanguage": "!jp*""#, "valueNeverOccurs", at: "/deviceLanguage", "did you mean `!ja*`?",
      mended: #""deviceLanguage": "!ja*""#),
    filter(
      #""deviceLanguage": "jp-*""#, "valueNeverOccurs", at: "/deviceLanguage", "did you mean `ja*`?",
      mended: #""deviceLanguage": "ja*""#),
  ]

  private static func range(_ property: String, _ wrong: String, _ right: String) -> Mistake {
    filter(
      "\"\(property)\": \"\(wrong)\"", "rangeInFilter", at: "/\(property)", "write `\(right)`",
      mended: "\"\(property)\": \"\(right)\"")
  }

  static let ofTexts: [Mistake] = [
    language("turkish", "did you mean `tr`?", mended: "tr"), language("jp", "did you mean `ja`?", mended: "ja"),
    language("xx", "write the tag of a language, such as `en`", mended: "en"),
    language("cn", "did you mean `zh`?", mended: "zh"), language("Deutsch", "did you mean `de`?", mended: "de"),
    language("eng", "did you mean `en`?", mended: "en"), language("ja-JA", "did you mean `ja`?", mended: "ja"),
    language("en-UK", "did you mean `en-GB`?", mended: "en-GB"),
    Mistake(
      "Version 3.5 is here.", "Version {versoin} is here.", "unknownPlaceholder",
      at: "/updates/1/descriptions/*/message", "did you mean `{version}`?",
      mended: ["Version 3.5 is here.": "Version {version} is here."]),
    Mistake(
      "Version 3.5 is here.", "Please update until {deadline}.", "emptyPlaceholder",
      at: "/updates/1/descriptions/*/message", "add a `deadline`, or write the date",
      mended: ["Version 3.5 is here.": "Please update until 1 December."]),
    Mistake(
      #"{"*": {"title": "New", "message": "Version 3.5 is here."}, "tr""#, #"{"english": "3.5", "tr""#,
      "unknownLanguage", at: "/updates/1/descriptions/english", "did you mean `en`?",
      mended: [#"{"*": {"title": "New", "message": "Version 3.5 is here."}, "tr""#: #"{"en": "3.5", "tr""#]),
  ]
}

extension LintTests {
  private static func one(_ code: String, at key: String?, _ rule: String, isMessage: Bool = false) -> LintCase {
    let document = isMessage ? SampleDocument.text(messages: [rule]) : SampleDocument.text(updates: [rule])
    let list = isMessage ? "messages" : "updates"
    return key.map { LintCase(code, "\(code) /\(list)/0\($0)", in: document) } ?? .near(code, document)
  }

  private static func force(_ code: String, at key: String?, _ changes: KeyValuePairs<String, String?>) -> LintCase {
    one(code, at: key, SampleDocument.force(changes))
  }

  private static func update(_ code: String, at key: String?, _ changes: KeyValuePairs<String, String?>) -> LintCase {
    one(code, at: key, SampleDocument.update(changes))
  }

  private static func message(_ code: String, at key: String?, _ changes: KeyValuePairs<String, String?>) -> LintCase {
    one(code, at: key, SampleDocument.message(changes), isMessage: true)
  }

  static let ruleCases: [LintCase] = versionCases + linkCases + countCases + idCases

  private static let versionCases: [LintCase] = [
    force("forcedForever", at: "/forceUpdate", ["targetVersion": nil]),
    force("forcedForever", at: "/forceUpdate", ["targetVersion": nil, "filters": #"{"deviceOsVersion": "<10"}"#]),
    force("forcedForever", at: "/forceUpdate", ["targetVersion": nil, "filters": #"{"appVersionName": "!2.1.0"}"#]),
    force("forcedForever", at: "/forceUpdate", ["targetVersion": nil, "filters": #"{"appVersionName": ">2.1"}"#]),
    force("forcedForever", at: nil, ["targetVersion": nil, "filters": #"{"appVersionName": "!<2,!>2.1"}"#]),
    force("forcedForever", at: nil, ["targetVersion": nil, "filters": #"{"appVersionName": "2.1.4"}"#]),
    force("forcedForever", at: nil, ["targetVersion": nil, "filters": #"{"appVersionCode": "<40"}"#]),
    force("forcedForever", at: nil, ["targetVersion": nil, "targetVersionCode": "40"]),
    force("forcedForever", at: nil, ["targetVersion": nil, "targetPackageName": "\"com.example.new\""]),
    force("forcedForever", at: "/targetVersion", ["targetPackageName": "\"com.example.new\""]),
    force(
      "forcedForever", at: "/targetVersionCode",
      ["targetVersion": nil, "targetVersionCode": "40", "targetPackageName": "\"com.example.new\""]),
    update("offeredForever", at: "", ["targetVersion": nil]),
    update("offeredForever", at: nil, ["targetVersion": nil, "filters": #"{"appVersionName": "<2"}"#]),
    update(
      "versionCodeOnIOS", at: "/targetVersionCode", ["targetVersionCode": "4", "filters": #"{"deviceOsName": "iOS"}"#]),
    update("versionCodeOnIOS", at: nil, ["targetVersionCode": "4", "filters": #"{"deviceOsName": "ios,android"}"#]),
    update("versionCodeOnIOS", at: nil, ["targetVersionCode": "4"]),
  ]

  private static let linkCases: [LintCase] = [
    update("exitWithoutDestination", at: "/forceExit", ["forceExit": "true", "targetWebsiteUrl": nil]),
    update("exitWithoutDestination", at: nil, ["forceExit": "true"]),
    force("forceWithoutWay", at: "/forceUpdate", ["targetWebsiteUrl": nil, "targetGooglePlay": "true"]),
    force("forceWithoutWay", at: "/forceUpdate", ["targetWebsiteUrl": "\"itms-apps://apps.apple.com/app/id1\""]),
    force("forceWithoutWay", at: nil, ["targetGooglePlay": "true"]),
    force(
      "forceWithoutWay", at: nil,
      ["targetWebsiteUrl": nil, "targetGooglePlay": "true", "filters": #"{"deviceOsName": "android"}"#]),
    update("forceWithoutWay", at: nil, ["targetWebsiteUrl": nil, "targetGooglePlay": "true"]),
    update("httpDestination", at: "/targetWebsiteUrl", ["targetWebsiteUrl": "\" HTTP://example.com\""]),
    update("httpDestination", at: "/targetPackageUrl", ["targetPackageUrl": "\"http://example.com/a.apk\""]),
    update("httpDestination", at: nil, ["targetWebsiteUrl": "\"market://details?id=http:\""]),
  ]

  private static let countCases: [LintCase] = [
    force("forceRolledOut", at: "/rollout", ["rollout": "99.99"]),
    force("forceRolledOut", at: nil, ["rollout": "100"]),
    update("forceRolledOut", at: nil, ["rollout": "10"]),
    update("rolledOutToNobody", at: "/rollout", ["rollout": "0"]),
    update("rolledOutToNobody", at: nil, ["rollout": "1"]),
    message("zeroDisplayCount", at: "/maxDisplayCount", ["maxDisplayCount": "0"]),
    update("zeroDisplayCount", at: "/maxDisplayCount", ["maxDisplayCount": "0"]),
    update("zeroDisplayCount", at: nil, ["maxDisplayCount": "1"]),
    message("shortPeriod", at: "/displayPeriodInHours", ["displayPeriodInHours": "0.5"]),
    message("shortPeriod", at: nil, ["displayPeriodInHours": "1"]),
    message("shortPeriod", at: nil, ["displayPeriodInHours": "0"]),
    update(
      "withoutEffect", at: "/forcedDescriptions", ["forcedDescriptions": #"{"*": {"message": "Now."}}"#]),
    update(
      "withoutEffect", at: nil,
      ["forcedDescriptions": #"{"*": {"message": "Now."}}"#, "forceUpdateTypes": #"["major"]"#]),
    force("withoutEffect", at: "/maxDisplayCount", ["maxDisplayCount": "0"]),
    force("withoutEffect", at: "/displayPeriodInHours", ["displayPeriodInHours": "0.5"]),
    force("withoutEffect", at: "/frequencyCaps", ["frequencyCaps": #"[{"cap": 1, "periodInHours": 24}]"#]),
    force("withoutEffect", at: "/skippable", ["skippable": "true"]),
    force("withoutEffect", at: nil, ["skippable": "false", "displayPeriodInHours": "0"]),
    update("withoutEffect", at: nil, ["skippable": "true", "displayPeriodInHours": "24", "maxDisplayCount": "2"]),
    message("messageWithoutLimit", at: "", ["maxDisplayCount": nil]),
    message("messageWithoutLimit", at: nil, ["maxDisplayCount": nil, "displayPeriodInHours": "24"]),
    message(
      "messageWithoutLimit", at: nil,
      ["maxDisplayCount": nil, "frequencyCaps": #"[{"cap": 1, "periodInHours": 24}]"#]),
    message("messageWithoutLimit", at: "", ["maxDisplayCount": nil, "frequencyCaps": "[]"]),
    LintCase.near(
      "messageWithoutLimit",
      SampleDocument.text(
        ["groups": #"{"g": {"frequencyCaps": [{"cap": 1, "periodInHours": 24}]}}"#],
        messages: [SampleDocument.message(["maxDisplayCount": nil, "groups": #"["g"]"#])])),
  ]

  private static let idCases: [LintCase] = [
    update("automaticID", at: "", ["id": nil]),
    message("automaticID", at: "", ["id": "null"]),
    update("automaticID", at: nil, ["id": "\"summer\""]),
    update("zeroID", at: "/id", ["id": "0"]),
    update("zeroID", at: "/id", ["id": "\"0\""]),
    message("zeroID", at: "/id", ["id": "\"\""]),
    update("zeroID", at: nil, ["id": "\"00\""]),
    update("zeroID", at: nil, ["id": "\"auto-0\""]),
    update("writtenAsText", at: "/skippable", ["skippable": "\"true\""]),
    update("writtenAsText", at: "/skippable", ["skippable": "1"]),
    update("writtenAsText", at: "/rollout", ["rollout": "\" 50 \""]),
    update("writtenAsText", at: nil, ["skippable": "true", "rollout": "50"]),
  ]
}

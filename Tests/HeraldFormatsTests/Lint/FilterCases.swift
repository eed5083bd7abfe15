extension LintTests {
  static let filterCases: [LintCase] =
    [
      .filter("filterWithoutParts", "deviceModel", ""),
      .filter("filterWithoutParts", "deviceModel", " ! , "),
      .filter("filterWithoutParts", "deviceModel", "''", isFound: false),
      .filter("contradictoryFilter", "deviceOsName", "ios,!ios"),
      .filter("contradictoryFilter", "deviceOsName", "!*"),
      .filter("contradictoryFilter", "deviceModel", "!iPad*,iPad4*"),
      .filter("contradictoryFilter", "deviceOsVersion", "<2,!<3"),
      .filter("contradictoryFilter", "appPackageName", "com.example.other"),
      .filter("contradictoryFilter", "deviceOsName", "ios,!android", isFound: false),
      .filter("contradictoryFilter", "deviceModel", "iPad*,!iPad4*", isFound: false),
      .filter("contradictoryFilter", "deviceModel", "*a,!b*", isFound: false),
      .filter("contradictoryFilter", "deviceOsVersion", "<3,!<2", isFound: false),
      .filter("contradictoryFilter", "deviceOsVersion", "<2.7.1,!<=2.7", isFound: false),
      .filter("contradictoryFilter", "appPackageName", "com.example.*", isFound: false),
      .filter("commaInModel", "deviceModel", "iPhone5,1"),
      .filter("commaInModel", "deviceModel", "iPad1,1,iPad2,3"),
      .filter("commaInModel", "deviceModel", "!iPhone15, 3"),
      .filter("commaInModel", "deviceModel", "iPhone5?1*", isFound: false),
      .filter("commaInModel", "deviceModel", "SM-G991B,SM-G996B", isFound: false),
      .filter("commaInModel", "deviceModel", "iPhone*,3", isFound: false),
      .filter("valueNeverOccurs", "deviceIsTablet", "yes"),
      .filter("valueNeverOccurs", "deviceIsTablet", "!1"),
      .filter("valueNeverOccurs", "deviceOsName", "iphone*"),
      .filter("valueNeverOccurs", "deviceOsName", "iOS,Windows Phone", isFound: false),
      .filter("valueNeverOccurs", "deviceOsName", "''", isFound: false),
      .filter("valueNeverOccurs", "deviceIsTablet", "TRUE", isFound: false),
      .filter("valueNeverOccurs", "deviceLanguage", "english"),
      .filter("valueNeverOccurs", "deviceLanguage", "de*,fil-*,zh-*,e*", isFound: false),
      .filter("apiLevelInFilter", "deviceApiLevel", ">=14"),
      .filter("apiLevelInFilter", "deviceApiLevel", ">=26,21", isFound: false),
      .filter("apiLevelInFilter", "deviceOsVersion", ">=34", isFound: false),
      androidOr("tvos"), androidOr("watchos"), androidOr("visionos"), androidOr("ios"), androidOr("windowsphone"),
      .filter("rangeInFilter", "deviceOsVersion", "14-16"),
      .filter("rangeInFilter", "deviceOsVersion", "14.0.0-beta.16", isFound: false),
      .filter("rangeInFilter", "deviceModel", "14-16", isFound: false),
      .filter("languageWithoutRegion", "deviceLanguage", "tr"),
      .filter("languageWithoutRegion", "deviceLanguage", "!DE, fil"),
      .filter("languageWithoutRegion", "deviceLanguage", "tr,tr-*", isFound: false),
      .filter("languageWithoutRegion", "deviceLanguage", "tr*,!tr-cy", isFound: false),
      .filter("languageWithoutRegion", "deviceLanguage", "pt-br", isFound: false),
      .filter("misspeltProperty", "appVersionname", "<2"),
      .filter("misspeltProperty", "deviceOSName", "ios"),
      .filter("misspeltProperty", "devicLanguage", "''"),
      .filter("misspeltProperty", "osVersion", "<2"),
      .filter("misspeltProperty", "x-osVersion", "<2", isFound: false),
      .filter("misplacedKey", "maxDisplayCount", "3"),
      .filter("misplacedKey", "x-maxDisplayCount", "3", isFound: false),
      .filter("unknownProperty", "city", "izmir"),
      .filter("unknownProperty", "x-city", "izmir", isFound: false),
      .filter("unknownProperty", "installed.com.example.other", "true", isFound: false),
      .filter("unknownProperty", "deviceBrand", "casper", isFound: false),
    ] + segmentCases

  /// A version that another system beside Android may have.
  private static func androidOr(_ other: String) -> LintCase {
    let filters = #"{"deviceOsName": "android,\#(other)", "deviceOsVersion": ">=34"}"#
    return .near("apiLevelInFilter", SampleDocument.text(updates: [SampleDocument.update(filters: filters)]))
  }

  private static func segment(_ code: String, _ filter: String, at property: String) -> LintCase {
    LintCase(
      code, "\(code) /segments/s~1x/\(property)",
      in: SampleDocument.text(
        ["segments": "{\"s/x\": {\(filter)}, \"none\": null}"], updates: [SampleDocument.update()]))
  }

  /// Mistakes in segments, which no rule names here.
  private static let segmentCases: [LintCase] = [
    segment("misspeltProperty", #""appVersoinName": "<4""#, at: "appVersoinName"),
    segment("unknownProperty", #""city": "izmir", "deviceModel": null"#, at: "city"),
    segment("contradictoryFilter", #""deviceOsName": "ios,!ios""#, at: "deviceOsName"),
    segment("filterWithoutParts", #""deviceModel": """#, at: "deviceModel"),
    segment("numberInFilter", #""x-version": 2.10"#, at: "x-version"),
  ]
}

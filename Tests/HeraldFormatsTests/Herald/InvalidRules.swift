extension InvalidRule {
  private static let url = #""targetWebsiteUrl":"https://h""#
  private static let usual = #""descriptions":{},"# + url
  private static let anInteger = "not an integer"
  private static let aBoolean = "not true or false"
  private static let aURL =
    "not a URL that a device can open (http, https, itms-apps, itms-services, market, appstream, snap, flatpak, ms-windows-store)"
  private static let aVersion = "not a version such as \"2.10\""
  private static let aDate = #"not a date such as "2026-03-02" or "2026-03-02T08:00:00Z""#
  private static let hours = "not a number of hours from 0 to 2^53 − 1"
  private static let part = "not a number from 0 to 100"
  private static let count = "not an integer from 0"

  /// A rule whose key has a value that cannot be read.
  private static func key(_ name: String, _ value: String, _ shown: String, _ expected: String) -> InvalidRule {
    InvalidRule(#"{\#(usual),"é":1, "\#(name)": ▸\#(value)}"#, "/\(name)", "`\(name)` is \(shown), \(expected).")
  }

  /// Mistakes in rules of either kind.
  static let shared: [InvalidRule] =
    whole + destinations + [
      key("id", "true", "`true`", "not a number or a text"),
      key("id", "[1]", "an array", "not a number or a text"),
      key("filters", "[]", "an array", "not an object of texts"),
      key("filters", "\"x\"", "`\"x\"`", "not an object of texts"),
      InvalidRule(
        #"{\#(usual),"filters":{"a":"1","b/~c":▸[]}}"#, "/filters/b~1~0c", "The filter `b/~c` is an array."),
      InvalidRule(#"{\#(usual),"filters":{"a":▸{"b":1}}}"#, "/filters/a", "The filter `a` is an object."),
      key("targetPackageName", "7", "`7`", "not a text"),
      key("rollout", "-0.001", "`-0.001`", part), key("rollout", "100.0000000001", "`100.0000000001`", part),
      key("rollout", "\"half\"", "`\"half\"`", part), key("rollout", "true", "`true`", part),
      key("rollout", "{}", "an object", part),
      key("rollout", "\"+5\"", "`\"+5\"`", part), key("rollout", "\"\"", "`\"\"`", part),
      key("maxDisplayCount", "-1", "`-1`", count), key("maxDisplayCount", "1.5", "`1.5`", count),
      key("maxDisplayCount", "9007199254740992", "`9007199254740992`", count),
      key("maxDisplayCount", "\"many\"", "`\"many\"`", count),
      key("displayPeriodInHours", "-1", "`-1`", hours), key("displayPeriodInHours", "-1e-9", "`-1e-9`", hours),
      key("displayPeriodInHours", "9007199254740991.1", "`9007199254740991.1`", hours),
      key("displayPeriodInHours", "\"1,5\"", "`\"1,5\"`", hours), key("displayPeriodInHours", "[]", "an array", hours),
      key("displayAfterDate", "\"2026-02-30\"", "`\"2026-02-30\"`", aDate),
      key("displayAfterDate", "\"\"", "`\"\"`", aDate),
      key("displayAfterDate", "20260302", "`20260302`", aDate),
      key("displayBeforeDate", "\"24:00\"", "`\"24:00\"`", aDate),
      key("displayBeforeDate", "false", "`false`", aDate),
    ]

  /// Mistakes in updates.
  static let updates: [InvalidRule] = [
    InvalidRule(#"▸{"descriptions":{}}"#, "", "The update leads nowhere."),
    InvalidRule(#"▸{"descriptions":{},"forceUpdate":true,"targetGooglePlay":0}"#, "", "The update leads nowhere."),
    InvalidRule(
      #"▸{"descriptions":{},"targetWebsiteUrl":" ","targetPackageUrl":null}"#, "", "The update leads nowhere."),
    key("forceUpdate", "\"yes\"", "`\"yes\"`", aBoolean), key("forceUpdate", "2", "`2`", aBoolean),
    key("forceExit", "\"\"", "`\"\"`", aBoolean), key("forceExit", "[]", "an array", aBoolean),
    key("skippable", "0.5", "`0.5`", aBoolean), key("skippable", "\"no\"", "`\"no\"`", aBoolean),
    key("targetVersion", "2.5", "`2.5`", aVersion), key("targetVersion", "\"v2\"", "`\"v2\"`", aVersion),
    key("targetVersion", "\"\"", "`\"\"`", aVersion), key("targetVersion", "{}", "an object", aVersion),
    key("targetVersionCode", "1.5", "`1.5`", anInteger),
    key("targetVersionCode", "\"1.0.0\"", "`\"1.0.0\"`", anInteger),
    key("targetVersionCode", "9007199254740992", "`9007199254740992`", anInteger),
    key("targetVersionCode", "true", "`true`", anInteger),
  ]

  private static let whole: [InvalidRule] = [
    InvalidRule("▸7", "", "The rule is a number."), InvalidRule("▸null", "", "The rule is null."),
    InvalidRule("▸\"x\"", "", "The rule is a text."), InvalidRule("▸[]", "", "The rule is an array."),
    InvalidRule("▸true", "", "The rule is a boolean."),
    InvalidRule(#"▸{"id":9,\#(url)}"#, "", "The rule has no `descriptions`."),
    InvalidRule(#"▸{"id":9,"descriptions":null,\#(url)}"#, "", "The rule has no `descriptions`."),
    InvalidRule(
      #"{"descriptions":▸"x",\#(url)}"#, "/descriptions",
      "`descriptions` is `\"x\"`, not an object of texts by language."),
    InvalidRule(
      #"{"descriptions":▸[],\#(url)}"#, "/descriptions",
      "`descriptions` is an array, not an object of texts by language."),
  ]

  private static let destinations: [InvalidRule] = [
    InvalidRule(
      #"{"descriptions":{},"targetWebsiteUrl": ▸"h"}"#, "/targetWebsiteUrl", "`targetWebsiteUrl` is `\"h\"`, \(aURL)."),
    InvalidRule(
      #"{\#(usual),"targetPackageUrl": ▸"ftp://h/é"}"#, "/targetPackageUrl",
      "`targetPackageUrl` is `\"ftp://h/é\"`, \(aURL)."),
    key("targetPackageUrl", "7", "`7`", aURL),
    InvalidRule(
      #"{"descriptions":{},"targetWebsiteUrl":▸{}}"#, "/targetWebsiteUrl",
      "`targetWebsiteUrl` is an object, \(aURL)."),
    key("targetGooglePlay", "\"market\"", "`\"market\"`", aBoolean), key("targetGooglePlay", "-1", "`-1`", aBoolean),
    key(
      "targetPackageUrl", "\"https:///\(String(repeating: "x", count: 50))\"",
      "`\"https:///\(String(repeating: "x", count: 31))\"`", aURL),
  ]
}

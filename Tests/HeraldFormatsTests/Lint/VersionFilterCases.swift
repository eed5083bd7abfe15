extension LintTests {
  static let versionFilterCases: [LintCase] = [
    .filter("matchesEveryVersion", "appVersionName", ">=5,<=10"),
    .filter("matchesEveryVersion", "deviceOsVersion", "<>2,<>3"),
    .filter("matchesEveryVersion", "deviceApiLevel", "<30, >=30"),
    .filter("matchesEveryVersion", "appVersionName", "<=5,>=10", isFound: false),
    .filter("matchesEveryVersion", "appVersionName", "<5,>5", isFound: false),
    .filter("matchesEveryVersion", "appVersionName", "!<5,!>10", isFound: false),
    .filter("operandNoVersion", "appVersionName", "<v2"),
    .filter("operandNoVersion", "appVersionName", "1.0.0,<2.*"),
    .filter("operandNoVersion", "appVersionName", "!>1.0rc1"),
    .filter("operandNoVersion", "appVersionName", "<"),
    .filter("operandNoVersion", "appVersionName", "< 2.0-RC.1", isFound: false),
    .filter("equalsOperator", "appVersionName", "=2.0"),
    .filter("equalsOperator", "appVersionName", "!==2.0.1"),
    .filter("equalsOperator", "appVersionName", "=>5"),
    .filter("equalsOperator", "appVersionName", "<=5", isFound: false),
    .filter("equalsOperator", "x-equation", "a=b", isFound: false),
    .filter("bareVersion", "appVersionName", "2.1"),
    .filter("bareVersion", "deviceOsVersion", "!9"),
    .filter("bareVersion", "deviceOsVersion", "9,9.*", isFound: false),
    .filter("bareVersion", "appVersionName", "2.1,2.1.0", isFound: false),
    .filter("bareVersion", "appVersionName", "2.1.3", isFound: false),
    .filter("bareVersion", "appVersionName", "!<2.1,!>2.1", isFound: false),
    .filter("bareVersion", "appVersionCode", "210", isFound: false),
    .filter("wildcardMissesBareVersion", "appVersionName", "6.1.*"),
    .filter("wildcardMissesBareVersion", "appVersionName", "!6.*"),
    .filter("wildcardMissesBareVersion", "appVersionName", "6.1,6.1.*", isFound: false),
    .filter("wildcardMissesBareVersion", "appVersionName", "<6.2,!6.1,!6.1.*", isFound: false),
    .filter("wildcardMatchesMoreVersions", "appVersionName", "6.2*"),
    .filter("wildcardMatchesMoreVersions", "appVersionName", "6*"),
    .filter("wildcardMatchesMoreVersions", "appVersionName", "6.2*,!6.20,!6.20.*", isFound: false),
    .filter("wildcardMatchesMoreVersions", "appVersionName", "6.2-*", isFound: false),
    .filter("wildcardMatchesMoreVersions", "deviceModel", "6.2*", isFound: false),
    LintCase(
      "numberInFilter", "numberInFilter /updates/0/filters/appVersionCode",
      in: SampleDocument.text(updates: [SampleDocument.update(filters: #"{"appVersionCode": 2.10}"#)])),
    .near(
      "numberInFilter",
      SampleDocument.text(updates: [SampleDocument.update(filters: #"{"appVersionCode": 210, "deviceIsTablet": true}"#)]
      )),
    target("targetOutOfReach", filter: "!<8", #""targetVersion": "7.9""#, key: "targetVersion"),
    target("targetOutOfReach", filter: ">=8", #""targetVersion": "8.0""#, key: "targetVersion"),
    target("targetOutOfReach", filter: "8.1,8.1.*", #""targetVersion": "8.1-0""#, key: "targetVersion"),
    target("targetOutOfReach", filter: "8.1,8.1.*", #""targetVersion": "8.1""#, key: nil),
    target("targetOutOfReach", filter: ">7.9", #""targetVersion": "8.0""#, key: nil),
    target("targetOutOfReach", filter: "7.9.*,7.9", #""targetVersion": "8.0""#, key: nil),
    target(
      "targetOutOfReach", filter: ">=8", #""targetVersion": "8.0", "targetPackageName": "com.example.new""#, key: nil),
  ]

  /// - Parameter key: where the finding is; nil for none.
  private static func target(_ code: String, filter: String, _ target: String, key: String?) -> LintCase {
    let rule = SampleDocument.update(["targetVersion": nil, "filters": #"{"appVersionName": "\#(filter)"}"#])
    let document = SampleDocument.text(updates: [String(rule.dropLast()) + ", \(target)}"])
    return key.map { LintCase(code, "\(code) /updates/0/\($0)", in: document) } ?? .near(code, document)
  }
}

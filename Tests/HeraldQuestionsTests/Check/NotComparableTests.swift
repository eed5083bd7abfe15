import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("What is not a version is compared with nothing, and every answer says so")
struct NotComparableTests {
  private static func policy(_ members: String) -> String {
    #"{"packageName":"a","updates":[{"id":"min-4","forceUpdate":true,"targetWebsiteUrl":"https://example.com/app","#
      + #""descriptions":{"*":"x"},\#(members)}]}"#
  }

  private static let lowest = policy(#""targetVersion":"4.0""#)

  private static let sentences = [
    (lowest, "does not apply: appVersionName is missing, so it is compared with nothing"),
    (
      policy(#""filters":{"appVersionName":"<4.0"}"#),
      "is for devices with appVersionName `<4.0`, and appVersionName is missing, so it is compared with nothing"
    ),
  ]

  private static func check(_ policy: String, _ properties: [ExactString: ExactString]) throws -> CheckAnswer {
    var question = CheckQuestion(Document(text: policy, format: "herald"), at: try time("2026-03-02T08:00:00Z"))
    question.properties = properties.merging([.appPackageName: "a", .deviceLanguage: "en"]) { own, _ in own }
    return try question.answer()
  }

  /// Siren#172, upgrader#325, neostation-frontend#234, Loop#840 and their likes.
  private static let others = ["v3.9", "3.9_beta", "3.9b3", "3,9", "3.9.0.RELEASE", "3.9()", "3.9 (120) beta", "?"]

  @Test("A version that is none is not told as one that is too high", arguments: others)
  func target(_ version: String) throws {
    let answer = try Self.check(Self.lowest, [.appVersionName: ExactString(version)])
    let sentence = "`\(version)` is not a version, so it is compared with nothing"
    #expect(answer.words.contains("update:min-4 does not apply: appVersionName \(sentence)"))
    #expect(!answer.words.contains("it must be lower than"))
    #expect(answer.json.contains(#""text":"lower than 4.0","passed":false,"comparable":false,"#))
  }

  @Test("An empty version is not a version")
  func emptyVersion() throws {
    let answer = try Self.check(Self.lowest, [.appVersionName: ""])
    #expect(answer.words.contains("appVersionName the empty text is not a version, so it is compared with nothing"))
    #expect(answer.json.contains(#""comparable":false"#))
  }

  @Test("A missing app version is said to be compared with nothing", arguments: sentences)
  func missingVersion(policy: String, sentence: String) throws {
    let answer = try Self.check(policy, [:])
    #expect(answer.words.contains(sentence))
    #expect(!answer.words.contains("it must be lower than"))
    #expect(answer.json.contains(#""comparable":false"#))
  }

  @Test("Another missing property is missing, and nothing else is said of it")
  func missingProperty() throws {
    let answer = try Self.check(Self.policy(#""filters":{"deviceOsVersion":"<15"}"#), [.appVersionName: "3.9"])
    #expect(!answer.json.contains("comparable"))
  }

  @Test("A build number in parentheses is no part of the version", arguments: ["3.9 (120)", "3.9(1.2.3)", "3.9-b (4)"])
  func buildNumber(_ version: String) throws {
    let answer = try Self.check(Self.lowest, [.appVersionName: ExactString(version)])
    #expect(answer.words.contains("update:min-4 (force) is shown"))
    #expect(!answer.json.contains("comparable"))
  }

  @Test(
    "A filter that compares versions says that a value is none, unless another part decides",
    arguments: [
      ("<4.0", "v3.9", true), ("<>4.0", "3.9_beta", true), (">=15", "iOS 17.2", true), ("<4.0, 5.*", "v3.9", true),
      ("!>=5, <4.0", "v3.9", true), ("<4.0, v3.9", "v3.9", false), ("<4.0, !v*", "v3.9", false), ("4.0", "v3.9", false),
      ("<4.0", "3.9", false), ("<4.0", "5", false),
    ])
  func filter(text: String, value: String, isSaid: Bool) throws {
    let answer = try Self.check(
      Self.policy(#""filters":{"appVersionName":"\#(text)"}"#), [.appVersionName: ExactString(value)])
    #expect(answer.json.contains(#""comparable":false"#) == isSaid)
    let sentence = "and `\(value)` is not a version, so it is compared with nothing"
    #expect(answer.words.contains("is for devices with appVersionName `\(text)`, \(sentence)") == isSaid)
  }

  @Test("An exclusion that cannot judge a device lets it pass, and the answer says that nothing was compared")
  func exclusion() throws {
    let answer = try Self.check(Self.policy(#""filters":{"deviceOsVersion":"!<15"}"#), ["deviceOsVersion": "iOS 17.2"])
    #expect(answer.words.contains("update:min-4 (force) is shown"))
    #expect(answer.words.contains("Its deviceOsVersion `iOS 17.2` is not a version, so it is compared with nothing."))
    #expect(answer.json.contains(#""passed":true,"comparable":false"#))
  }

  @Test("A segment whose filter cannot compare says so")
  func segment() throws {
    let policy =
      #"{"packageName":"a","segments":{"old":{"appVersionName":"<4.0"}},"updates":[{"id":1,"inSegments":["old"],"#
      + #""targetWebsiteUrl":"https://example.com/","descriptions":{"*":"x"}}]}"#
    let answer = try Self.check(policy, [.appVersionName: "v3.9"])
    #expect(answer.words.contains("its appVersionName `v3.9` is not a version, so it is compared with nothing"))
    #expect(try !Self.check(policy, [.appVersionName: "4.1"]).json.contains("comparable"))
  }

  @Test("A change of version that cannot be named says why, and is no property that is missing")
  func change() throws {
    let policy = Self.policy(#""targetVersion":"4.0","updateTypes":["major"]"#)
    let answer = try Self.check(policy, [.appVersionName: "v3.9"])
    #expect(answer.words.contains("`v3.9` is not a version, so it is compared with nothing"))
    #expect(answer.json.components(separatedBy: #""comparable":false"#).count == 3)
  }

  @Test(
    "A pre-release is said to be one where it comes before its release",
    arguments: [("0.9.7-dev", "0.9.7", true), ("0.9.6", "0.9.7", false), ("0.9.6-dev", "0.9.7", false)])
  func preRelease(installed: String, target: String, isSaid: Bool) throws {
    let answer = try Self.check(
      Self.policy(#""targetVersion":"\#(target)""#), [.appVersionName: ExactString(installed)])
    #expect(answer.words.contains("`\(installed)` is a pre-release, which comes before \(target)") == isSaid)
  }

  @Test("Build metadata is said not to be compared", arguments: ["1.0.0+15", "1.0.0 (15)"])
  func buildMetadata(_ installed: String) throws {
    let answer = try Self.check(
      Self.policy(#""targetVersion":"1.0.0+16""#), [.appVersionName: ExactString(installed)])
    #expect(
      answer.words.contains(
        "(it must be lower than 1.0.0+16; what follows `+`, and a number in parentheses, is not compared)"))
  }
}

extension NotComparableTests {
  @Test("Installations without an app version count in a document's reach and in an audit")
  func missingVersionsAreCounted() throws {
    let launched =
      #"{"specversion":"1.0","id":"1","source":"/i/9","type":"app.launched","time":"2026-03-02T08:00:00Z","#
      + #""revision":1,"data":{"properties":{"appPackageName":"a","deviceLanguage":"en"}}}"# + "\n"
    let lines = try launched + Self.log(["3.8", "v3.9"])
    let answer = try ReachQuestion(Document(text: Self.lowest, format: "herald"), at: time("2026-03-02T08:00:00Z"))
      .answer(in: CorpusLog.events(lines: lines))
    let finding = try #require(Self.findings(answer).first)
    #expect(
      finding.what
        == "`update:min-4` compares `appVersionName` of 2 installations with nothing; the first sends none.")
    #expect(finding.fix.contains(#"the filter `"appVersionName": "<4.0, ''"`"#))
    #expect(try AuditQuestion().answer(in: CorpusLog.events(lines: lines)).json.contains(#""notComparable":2"#))
  }

  /// A log of phones with these versions.
  private static func log(_ versions: [String]) throws -> String {
    versions.enumerated().map { index, version in
      #"{"specversion":"1.0","id":"1","source":"/i/\#(index)","type":"app.launched","time":"2026-03-02T08:00:00Z","#
        + #""revision":1,"data":{"properties":{"appPackageName":"a","appVersionName":"\#(version)","#
        + #""deviceLanguage":"en"}}}"# + "\n"
    }.joined()
  }

  private static func reach(_ policy: String, _ versions: [String]) throws -> ReachAnswer {
    try ReachQuestion(Document(text: policy, format: "herald"), at: time("2026-03-02T08:00:00Z"))
      .answer(in: CorpusLog.events(lines: log(versions)))
  }

  private static func findings(_ answer: ReachAnswer) -> [Diagnostic] {
    answer.findings.filter { $0.code.name == "notComparable" }
  }

  @Test("A document's reach has an error with the number of installations that it compares with nothing, and the first")
  func reach() throws {
    let answer = try Self.reach(Self.lowest, ["3.8", "v3.9", "3.9b3", "v3.9", "5.0"])
    let finding = try #require(Self.findings(answer).first)
    #expect(finding.severity == .error)
    #expect(
      finding.what
        == "`update:min-4` compares `appVersionName` of 3 installations with nothing; the first sends `v3.9`.")
    #expect(finding.place?.pointer == "/updates/0/targetVersion")
    #expect(answer.json.contains(#""installations":3}"#))
  }

  @Test("A phone that a rule passes over for another reason is not counted")
  func otherReason() throws {
    let policy = Self.policy(#""targetVersion":"4.0","filters":{"deviceOsName":"android"}"#)
    #expect(Self.findings(try Self.reach(policy, ["v3.9"])).isEmpty)
  }

  @Test("`reviewVersions` that cannot compare a version is counted too")
  func review() throws {
    let policy = #"{"packageName":"a","reviewVersions":">=4.0","updates":[]}"#
    let finding = try #require(Self.findings(try Self.reach(policy, ["v4.1", "4.1"])).first)
    #expect(finding.what.hasPrefix("`reviewVersions` compares `appVersionName` of 1 installation with nothing"))
  }

  @Test("Following the fix makes the finding go, and the phone is reached", arguments: ["v3.9", "3,9", "3.9b3", ""])
  func fix(_ version: String) throws {
    for policy in [Self.lowest, Self.policy(#""filters":{"appVersionName":"<4.0"}"#)] {
      let finding = try #require(Self.findings(try Self.reach(policy, [version])).first)
      let quoted = try #require(finding.fix.matches(of: /`([^`]*<4\.0[^`]*)`/).first).1
      let filter = quoted.hasPrefix("\"") ? String(quoted) : "\"appVersionName\":\"\(quoted)\""
      let mended = try Self.reach(Self.policy("\"filters\":{\(filter)}"), [version])
      #expect(Self.findings(mended).isEmpty)
      #expect(mended.json.contains(#""rule":"update:min-4","kind":"force","reached":1,"#))
    }
  }

  @Test("An audit and the table of installations count the versions that cannot be compared")
  func counts() throws {
    let log = try Self.log(["3.9 (120)", "v3.9", ""])
    var words = ""
    var json: [UInt8] = []
    _ = try AuditQuestion().answer(in: CorpusLog.events(lines: log), to: .words(.plain) { words += $0 })
    _ = try AuditQuestion().answer(in: CorpusLog.events(lines: log), to: .json { json += $0 })
    #expect(words.contains("2 installations whose app version is missing or not a version, so that it is compared"))
    #expect(String(decoding: json, as: UTF8.self).contains(#""notComparable":2"#))
  }
}

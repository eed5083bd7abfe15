import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Names in a condition that no event has")
struct NamesInLogTests {
  private static let document =
    #"{"packageName":"a","holdout":{"id":"h1","percent":10},"updates":[{"id":7,"rollout":50,"targetVersion":"9","#
    + #""targetWebsiteUrl":"https://e.com","descriptions":{"*":"x"}}]}"#

  /// Two phones. One fetched a document and was shown a rule of another one.
  private static let log =
    WhyLog([
      (
        "08:00",
        #""type":"app.launched","data":{"properties":{"appPackageName":"a","x-role":"staff","appVersionName":"1"}}"#
      ),
      ("08:00", WhyLog.fetched(document)), ("08:01", WhyLog.shown("message:old", "message")),
    ]).lines.joined(separator: "\n") + "\n"
    + #"{"specversion":"1.0","id":"e","source":"/i/2","type":"app.launched","time":"2026-03-02T08:00:00Z","#
    + #""revision":1,"data":{"properties":{"x-tier":"gold"}}}"# + "\n"
    + #"{"specversion":"1.0","id":"f","source":"/i/2","type":"shop.paid","time":"2026-03-02T08:00:01Z","revision":2}"#
    + "\n"

  private static let asked: [(condition: String, code: String?, name: String, near: String?)] = [
    (#"properties["x-rol"] == staff"#, "unseenProperty", "x-rol", "x-role"),
    (#"properties.role != staff"#, "unseenProperty", "role", "x-role"),
    (#"properties.somethingElse"#, "unseenProperty", "somethingElse", nil),
    (#"properties["x-role"] == staff or properties["x-tier"]"#, nil, "", nil),
    (#"records["update:77"].shown > 0"#, "unseenRule", "update:77", "update:7"),
    (#"visible.rule == "message:7""#, "unseenRule", "message:7", "update:7"),
    (#"decision.rules["7"].failed"#, "unseenRule", "7", "update:7"),
    (#"decision.show.rule != "message:nothing""#, "unseenRule", "message:nothing", nil),
    (#"records["message:old"] and visible.rule != push and records["update:7"].shown == 0"#, nil, "", nil),
    (#"draws["holdout:h2"] < 1000"#, "unseenDraw", "holdout:h2", "holdout:h1"),
    (#"draws["holdout:h1"] < 1000 and draws["update:7"] < 5000"#, nil, "", nil),
    (#"properties["x-role"] == Staf"#, "unseenValue", "Staf", "staff"),
    (#"not properties["x-tier"] == silver"#, "unseenValue", "silver", nil),
    (#"user == bo"#, "unseenValue", "bo", nil),
    ("refused.reason == rolback", "unseenValue", "rolback", "rollback"),
    ("visible.kind != forced", "unseenValue", "forced", "force"),
    ("decision.reason == shwon", "unseenValue", "shwon", "shown"),
    ("decision.show.kind == optionl", "unseenValue", "optionl", "optional"),
    ("event.kind == mesage", "unseenValue", "mesage", "message"),
    ("event.trigger == lunch", "unseenValue", "lunch", "launch"),
    ("policy.format == heraldd", "unseenValue", "heraldd", "herald"),
    (#"decision.rules["update:7"].failed == verson"#, "unseenValue", "verson", "version"),
    ("event.type == prompt.shwon", "unseenValue", "prompt.shwon", "prompt.shown"),
    ("event.type == app.launched or event.type == fetch.failed or event.type == shop.paid", nil, "", nil),
    ("refused.reason != rollback or visible.kind == exit or event.trigger == heartbeat", nil, "", nil),
    (#"properties["x-tier"] == gold and properties["x-role"] != boss"#, nil, "", nil),
  ]

  private static func remark(_ code: String, _ name: String, _ near: String?) -> String {
    #","remarks":[{"code":"\#(code)","name":"\#(name)","near":\#(near.map { "\"\($0)\"" } ?? "null"),"#
  }

  @Test("Find, bisect and the comparison of groups say which name no event has, and which is near", arguments: asked)
  func unknownName(condition: String, code: String?, name: String, near: String?) throws {
    let written = try WrittenCondition(condition)
    let answers = [
      try FindQuestion(where: written.condition).answer(in: CorpusLog.events(lines: Self.log)).json,
      try FindQuestion(where: written.condition, at: .ever).answer(in: CorpusLog.events(lines: Self.log)).json,
      try BisectQuestion(written.condition).answer(in: CorpusLog.events(lines: Self.log)).json,
      try GroupsQuestion(written).answer(in: CorpusLog.events(lines: Self.log)).json,
    ]
    for answer in answers {
      let summary = try #require(answer.split(separator: "\n").last)
      #expect(summary.contains("remarks") == (code != nil))
      if let code { #expect(summary.contains(Self.remark(code, name, near))) }
    }
  }

  @Test(
    "A user whom no installation had is remarked on, and who is near",
    arguments: [("ana", false, "anna"), ("ben", false, nil), ("ANN", true, nil)] as [(ExactString, Bool, String?)])
  func unknownUser(user: ExactString, isThere: Bool, near: String?) throws {
    let launch =
      #"{"specversion":"1.0","id":"e","source":"/i/3","type":"app.launched","time":"2026-03-02T08:00:00Z","#
      + #""revision":1,"data":{"user":"anna","properties":{}}}"# + "\n"
    var question = FindQuestion()
    question.user = user
    let answer = try question.answer(in: CorpusLog.events(lines: Self.log + launch))
    #expect(answer.held == isThere)
    #expect(answer.json.contains("remarks") == !isThere)
    if !isThere { #expect(answer.json.contains(Self.remark("unseenValue", user.string, near)), "\(answer.json)") }
  }

  @Test("A prompt that is asked for on the screen, where none is, is asked for in another way")
  func nothingOnScreen() throws {
    func json(_ condition: String, _ moment: FindQuestion.Moment = .end) throws -> String {
      try FindQuestion(where: Condition(condition), at: moment).answer(in: CorpusLog.events(lines: Self.log)).json
    }
    #expect(try json(#"visible.rule == "update:7""#).contains(#""code":"nothingOnScreen","name":"update:7""#))
    #expect(try json(#"visible.rule == "update:7""#).contains(#"`records[\"update:7\"].shown > 0`"#))
    #expect(
      try json(#"visible.rule == "update:7""#).contains(
        #"is on the screen at the moment that was asked about. Ask whether it held at any time, or for all who were "#))
    #expect(try !json(#"visible.rule == "update:7""#, .ever).contains("remarks"))
    #expect(try !json(#"visible.rule == "message:old""#).contains("remarks"))
    #expect(try !json(#"not visible.rule == "update:7" and failures > 0"#).contains("remarks"))
  }

  /// Two phones with other users and versions, which show rules of their own.
  private static let showing =
    [("1", "bob", "1", "message:one"), ("2", "eve", "2", "message:two")].map { phone, user, version, rule in
      [
        #""type":"app.launched","data":{"properties":{"appVersionName":"\#(version)"}}"#,
        #""type":"user.changed","data":{"user":"\#(user)"}"#, WhyLog.shown(rule, "message"),
      ].enumerated().map { number, event in
        #"{"specversion":"1.0","id":"\#(phone)\#(number)","source":"/i/\#(phone)","#
          + #""time":"2026-03-02T08:00:0\#(number)Z","revision":\#(number + 1),\#(event)}"# + "\n"
      }.joined()
    }.joined()

  @Test(
    "A prompt that is on a screen is not called missing, though the phone fails something else that is asked",
    arguments: [
      ("visible.rule == message:one and properties.appVersionName == 2", nil),
      ("visible.rule == message:one and visible.rule == message:two", nil),
      ("visible.rule == message:one", "eve"),
    ] as [(String, String?)])
  func onOtherScreens(condition: String, user: String?) throws {
    let events = try CorpusLog.events(lines: Self.showing)
    var question = try FindQuestion(where: Condition(condition))
    question.user = user.map { ExactString($0) }
    let answer = try question.answer(in: events)
    #expect(!answer.held)
    #expect(!answer.json.contains("remarks"), "\(answer.json)")
  }

  @Test("A prompt on the screen of a phone in both groups is not called missing")
  func onScreensOfBothGroups() throws {
    let first = try WrittenCondition("visible.rule == message:one")
    let answer = try GroupsQuestion(first, against: WrittenCondition("properties.appVersionName == 1"))
      .answer(in: CorpusLog.events(lines: Self.showing))
    #expect(!answer.json.contains("remarks"), "\(answer.json)")
  }

  @Test("A rule that was never shown has no record, and `not` finds who was never shown it")
  func neverShown() throws {
    func held(_ condition: String) throws -> String {
      let answer = try FindQuestion(where: Condition(condition)).answer(in: CorpusLog.events(lines: Self.log))
      return String(answer.json.split(separator: "\n").last ?? "")
    }
    #expect(try held(#"records["message:old"].shown == 0"#).contains(#""held":0,"#))
    #expect(try held(#"not records["message:old"].shown >= 1"#).contains(#""held":1,"#))
    #expect(try held(#"not records["message:old"]"#).contains(#""held":1,"#))
  }

  @Test(
    "A condition reads the number that a decision draws", arguments: ["holdout:h1", "update:7", "variant:update:7"])
  func draws(name: ExactString) throws {
    for source: ExactString in ["/i/1", "/i/2"] {
      let number = Draw(name: name).number(of: source)
      let condition = try Condition("source == '\(source)' and draws[\"\(name)\"] == \(number)")
      #expect(try FindQuestion(where: condition).answer(in: CorpusLog.events(lines: Self.log)).held)
    }
    #expect(Draw(name: name).name == name)
  }

  @Test(
    "A day is its beginning in UTC",
    arguments: [
      ("lastTime < 2026-03-03", 2), ("lastTime >= 2026-03-02", 2), ("lastTime <= 2026-03-02", 0),
      ("lastTime > 2026-03-02 and lastTime < 2026-03-02T08:00:30Z", 1),
    ])
  func days(condition: String, held: Int) throws {
    let answer = try FindQuestion(where: Condition(condition)).answer(in: CorpusLog.events(lines: Self.log))
    #expect(answer.json.contains(#""held":\#(held),"#))
  }
}

import Herald
import HeraldFormats
import Testing

@testable import HeraldQuestions

@Suite("What one document changes against another, for every device")
struct AgainstTests {
  @Test(
    "Versions are named by the bounds that they lie between, and by those that they include",
    arguments: [
      ("<3", "versions below 3"), ("<=3", "versions up to 3"), (">3", "versions above 3"), (">=3", "versions from 3"),
      (">=3,!>=5", "versions from 3 and below 5"), (">3,!>5", "versions above 3 and up to 5"),
      (">=3,!>5", "versions from 3 and up to 5"), (">=3,!>3", "version 3"), ("<0.1-a", "versions below 0.1-a"),
    ])
  func versionWords(_ filter: String, _ words: String) throws {
    let update = AnalyzeTests.update("1", #""filters":{"appVersionName":"\#(filter)"}"#)
    let answer = try Self.answer([], [update])
    #expect(answer.changes.first?.devices.hasPrefix(words + ",") == true, "\(answer.words)")
  }

  @Test("Versions are named by their bounds beside filters that compare no versions")
  func rangeBesideOthers() throws {
    let others = ["2.11", "3.*"].enumerated().map { index, text in
      AnalyzeTests.update("\(index + 1)", #""filters":{"appVersionName":"\#(text)"}"#)
    }
    let offer = AnalyzeTests.update("3", #""filters":{"appVersionName":"<2.9,!<1.9"}"#)
    let answer = try Self.answer(others, others + [offer])
    #expect(answer.changes.first?.devices.hasPrefix("versions from 1.9 and below 2.9,") == true, "\(answer.words)")
  }

  @Test("Where one range does not name the versions, all conditions do, or values that are said to be examples")
  func severalConditions() throws {
    let updates = [
      AnalyzeTests.update("1", #""filters":{"appVersionName":"2.*"}"#),
      AnalyzeTests.update("2", #""forceUpdate":true"#),
    ]
    let answer = try AgainstQuestion(
      Self.document(updates, root: #","reviewVersions":"<2""#), named: "p.json",
      against: Self.document(updates, root: #","reviewVersions":"<1""#), named: "o.json"
    ).answer()
    let forced = try #require(answer.changes.first { $0.before == .force })
    #expect(forced.devices.contains("<2"), "\(answer.words)")
    #expect(forced.devices.contains("not <1"))
    #expect(forced.devices.contains("not 2.*"))
  }

  @Test("A rule that one variant alone has a text for is shown to the devices that draw it")
  func textOfVariant() throws {
    let variants = #""variants":[{"id":"x","weight":1,"descriptions":{"*":"Now."}},{"id":"y","weight":1}]"#
    func exit(_ keys: String) -> String {
      AnalyzeTests.update("1", #""forceExit":true,\#(variants)\#(keys)"#, text: #"{"en":"Old."}"#)
    }
    let force = AnalyzeTests.update("2", #""forceUpdate":true"#)
    let answer = try Self.answer([exit(""), force], [exit(#","filters":{"deviceLanguage":"en"}"#), force])
    #expect(Self.changes(answer) == ["exit to force by kind"])
    #expect(answer.changes.first?.witness.before.profile[.deviceLanguage] != "en")
    let own = try AnalyzeTests.answer([exit("")])
    #expect(own.withoutText.map(\.rule.id) == ["update:1"])
  }

  @Test("Errors that leave out rules of either document are said, because the rest is no answer for them")
  func leftOut() throws {
    let broken = #"{"id":"2","descriptions":{"*":"Leads nowhere."}}"#
    let whole = Document(text: #"{"packageName":"com.example.shop"}"#, format: "herald")
    let text = #"{"packageName":"com.example.shop","updates":[\#(broken)]}"#
    let document = Document(text: text, format: "herald")
    for (after, before) in [(document, whole), (whole, document)] {
      let answer = try AgainstQuestion(after, named: "p.json", against: before, named: "o.json").answer()
      let name = after.text == text ? "p.json" : "o.json"
      #expect(answer.words.contains("! \(name): 1 finding leaves out rules"), "\(answer.words)")
      #expect(answer.json.contains(after.text == text ? #""leftOut":1"# : #""leftOutBefore":1"#))
    }
    let promises = try PromiseFile(#"[{"every": {}, "canLeave": "force"}]"#, named: "promises.json").promises
    let promised = try PromisesQuestion(document, named: "p.json", promises, named: "promises.json").answer()
    #expect(promised.words.contains("! 1 finding leaves out rules"))
  }

  @Test("A rule that both documents never show alike before they part has no history, so its deadline forces nobody")
  func noHistory() throws {
    let due = AnalyzeTests.update("1", #""targetVersion":"3.0","deadline":{"deferrals":2}"#)
    let answer = try Self.answer([], [due])
    #expect(answer.changes.map(\.after) == [.optional])
    #expect(answer.verdict(on: .forcesNoMore).word == "holds")
    // Once both show a rule, its deadline parts them.
    let other = AnalyzeTests.update("1", #""targetVersion":"3.0""#)
    let later = try Self.answer([other], [due])
    #expect(later.verdict(on: .forcesNoMore).word == "doesNotHold")
    // At a return the optional update is not shown, and the forced one is.
    #expect(later.verdict(on: .showsNoMore).word == "doesNotHold")
  }

  @Test("An earlier document of another app is said to be refused by the devices")
  func otherApp() throws {
    let text = #"{"packageName":"com.other","updates":[\#(AnalyzeTests.update("1"))]}"#
    let other = Document(text: text, format: "herald")
    let answer = try AgainstQuestion(
      Self.document([AnalyzeTests.update("1")]), named: "p.json", against: other, named: "o.json"
    ).answer()
    #expect(answer.otherApp == "com.other")
    #expect(answer.words.contains("o.json is of the app com.other, so these devices refuse it"))
    #expect(answer.json.contains(#""otherApp":"com.other""#))
  }

  static func document(_ updates: [String], root: String = "") -> Document {
    Document(
      text: #"{"packageName":"com.example.shop"\#(root),"updates":[\#(updates.joined(separator: ","))]}"#,
      format: "herald")
  }

  static func answer(_ before: [String], _ after: [String]) throws -> AgainstAnswer {
    try AgainstQuestion(document(after), named: "p.json", against: document(before), named: "old.json").answer()
  }

  /// The changes, such as `optional to force by kind`.
  static func changes(_ answer: AgainstAnswer) -> [String] {
    answer.changes.map { change in
      let (before, after) = (change.before?.rawValue ?? "nothing", change.after?.rawValue ?? "nothing")
      return "\(before) to \(after) by \(change.differs.rawValue)"
    }
  }

  static func verdicts(_ answer: AgainstAnswer) -> [String] {
    AgainstAnswer.Statement.allCases.map { answer.verdict(on: $0).word }
  }

  private static let old = #""filters":{"appVersionName":"<4.0"}"#

  @Test("A force in place of an optional update is told with its devices, and breaks what it breaks")
  func forced() throws {
    let answer = try Self.answer(
      [AnalyzeTests.update("1", Self.old)], [AnalyzeTests.update("1", #"\#(Self.old),"forceUpdate":true"#)])
    // At a return the optional update was not shown.
    #expect(Self.changes(answer) == ["optional to force by kind", "nothing to force by kind"])
    #expect(Self.verdicts(answer) == ["doesNotHold", "doesNotHold", "doesNotHold", "holds"])
    #expect(answer.changes.first?.devices.hasPrefix("versions below 4.0, ") ?? false, "\(answer.words)")
    let logs = answer.changes[0].witness
    #expect(logs.before.replayed()?.decision.prompt?.kind == .optional)
    #expect(logs.after.replayed()?.decision.prompt?.kind == .force)
  }

  @Test(
    "Another spelling of the same document is equivalent",
    arguments: [
      (#""filters":{"appVersionName":"<4.0"}"#, #""filters":{"appVersionName":"< 4 , <3.0"}"#),
      (#""maxDisplayCount":2"#, #""maxDisplayCount":"2","filters":{}"#),
      (#""targetVersion":"4.0","skippable":true"#, #""targetVersion":"4","skippable":true"#),
      (#""displayAfterDate":"2026-03-01""#, #""displayAfterDate":"2026-03-01 00:00""#),
      (#""rollout":50"#, #""rollout":50.0"#),
    ])
  func equivalent(_ before: String, _ after: String) throws {
    let rest = AnalyzeTests.update("2", #""displayPeriodInHours":24"#)
    let answer = try Self.answer([AnalyzeTests.update("1", before), rest], [AnalyzeTests.update("1", after), rest])
    #expect(Self.verdicts(answer) == ["holds", "holds", "holds", "holds"], "\(answer.words)")
    #expect(answer.words.contains("equivalent"))
  }

  @Test("A rule behind one that is shown in its place changes nothing, whatever it says")
  func behind() throws {
    let force = AnalyzeTests.update("1", #""forceUpdate":true,"filters":{"deviceOsName":"ios"}"#)
    let answer = try Self.answer(
      [force], [force, AnalyzeTests.update("2", #""forceUpdate":true,"filters":{"deviceOsName":"ios,!i*x"}"#)])
    #expect(Self.verdicts(answer)[0] == "holds")
  }

  @Test(
    "A change of one value is of its kind",
    arguments: [
      (#""rollout":10"#, #""rollout":50"#, "nothing to optional by kind"),
      (#""maxDisplayCount":1"#, #""maxDisplayCount":3"#, "nothing to optional by often"),
      (#""displayPeriodInHours":48"#, #""displayPeriodInHours":24"#, "nothing to optional by often"),
      (#""displayPeriodInHours":24"#, "", "nothing to optional by often"),
      (#""displayBeforeDate":"2026-03-01""#, #""displayBeforeDate":"2026-04-01""#, "nothing to optional by kind"),
      (
        #""filters":{"deviceOsName":"ios"}"#, #""filters":{"deviceOsName":"ios,android"}"#,
        "nothing to optional by kind"
      ),
    ])
  func oneValue(_ before: String, _ after: String, _ change: String) throws {
    let answer = try Self.answer([AnalyzeTests.update("1", before)], [AnalyzeTests.update("1", after)])
    #expect(Self.changes(answer) == [change], "\(answer.words)")
    #expect(Self.verdicts(answer) == ["doesNotHold", "doesNotHold", "holds", "holds"])
  }

  @Test("Another text and another destination are changes that show no more")
  func textAndDestination() throws {
    let text = try Self.answer(
      [AnalyzeTests.update("1", text: #"{"*":"New.","de":"Neu."}"#)], [AnalyzeTests.update("1", text: #"{"*":"New."}"#)]
    )
    #expect(Self.changes(text) == ["optional to optional by text"])
    #expect(text.changes[0].witness.after.profile[.deviceLanguage] == "de")
    let other = #"{"id":"1","descriptions":{"*":"New."},"targetWebsiteUrl":"https://example.com/other"}"#
    let destination = try Self.answer([AnalyzeTests.update("1")], [other])
    #expect(Self.changes(destination) == ["optional to optional by destination"])
    for answer in [text, destination] { #expect(Self.verdicts(answer) == ["doesNotHold", "holds", "holds", "holds"]) }
  }

  @Test("The lines are as the contract has them")
  func json() throws {
    let answer = try Self.answer(
      [],
      [
        AnalyzeTests.update(
          "1",
          #""filters":{"deviceOsName":"ios","appVersionName":"<4.0"},"triggers":["launch","login","schedule","manual","foreground","operation"]"#
        )
      ])
    let lines = answer.json.split(separator: "\n")
    #expect(
      lines[0].hasPrefix(
        #"{"file":"p.json","before":"nothing","after":"optional","differs":"kind","class":"iOS below 4.0","witness":{"before":{"source":"/analyze/1","revision":2,"log":["#
      ), "\(lines[0])")
    #expect(
      lines[1]
        == #"{"file":"p.json","summary":{"equivalent":"doesNotHold","showsNoMore":"doesNotHold","forcesNoMore":"holds","exitsNoMore":"holds","changes":1}}"#
    )
  }

  @Test("A document that is refused is named")
  func refused() {
    #expect {
      try AgainstQuestion(
        Self.document([]), named: "p.json", against: Document(text: "{}x", format: "herald"), named: "old.json"
      ).answer()
    } throws: { error in
      (error as? any DiagnosticError)?.diagnostics.first?.file == "old.json"
    }
  }
}

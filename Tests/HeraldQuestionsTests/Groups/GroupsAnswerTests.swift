import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer about two groups")
struct GroupsAnswerTests {
  /// A phone with a launch, and events behind it.
  private static func phone(_ source: String, _ properties: String, _ events: [String] = [], zone: String = "Z")
    -> String
  {
    let all = [#""app.launched","data":{"properties":{\#(properties)}}"#] + events
    return all.enumerated().map { index, event in
      #"{"specversion":"1.0","id":"\#(index)","source":"\#(source)","time":"2026-03-02T0\#(index):00:00\#(zone)","revision":\#(index + 1),"type":\#(event)}"#
        + "\n"
    }.joined()
  }

  private static let stray = #""button.chosen","data":{"prompt":"p","button":"later"}"#
  private static func launch(_ properties: String) -> String {
    #""app.launched","data":{"properties":{\#(properties)}}"#
  }

  /// Twelve phones of one model and version, which are affected, and others of the model or of the version alone.
  private static let pair: String =
    (0..<12).map { phone("/a/\($0)", #""deviceModel":"F","appVersionName":"6.1.0""#, [stray]) }.joined()
    + (0..<40).map { phone("/model/\($0)", #""deviceModel":"F","appVersionName":"6.2.\#($0 % 2)""#) }.joined()
    + (0..<40).map { phone("/version/\($0)", #""deviceModel":"M\#($0 % 4)","appVersionName":"6.1.0""#) }.joined()
    + (0..<100).map { phone("/z/\($0)", #""deviceModel":"M\#($0 % 4)","appVersionName":"5.\#($0 % 3).0""#) }.joined()

  private static func question(_ condition: String, against: String? = nil, ever: Bool = false) throws -> GroupsQuestion
  {
    var question = GroupsQuestion(
      try WrittenCondition(condition),
      against: try against.map { (text) throws(ConditionFault) in try WrittenCondition(text) })
    question.isEver = ever
    return question
  }

  private static func lines(_ answer: GroupsAnswer) -> [String] {
    answer.json.split(separator: "\n").map(String.init)
  }

  @Test("Two features that are a cause together are told as a pair, behind the best single feature")
  func pairs() throws {
    let answer = try Self.question("counts.strayButtons > 0", ever: true).answer(in: CorpusLog.events(lines: Self.pair))
    let lines = Self.lines(answer)
    #expect(lines[0] == #"{"group":"a","condition":"counts.strayButtons > 0","installations":12}"#)
    #expect(lines[1] == #"{"group":"b","condition":null,"installations":180}"#)
    #expect(answer.told[0].shared.count == 1)
    let pair = answer.told[1]
    #expect(pair.shared == [.property(.appVersionName, "6.1.0"), .property(.deviceModel, "F")])
    #expect((pair.a, pair.b) == (12, 0))
    #expect(pair.with == [] && pair.without == [])
    #expect(!pair.chance.mayBeChance)
    #expect(
      lines.contains {
        $0.hasPrefix(
          #"{"shared":[{"feature":"property","name":"appVersionName","value":"6.1.0"},{"feature":"property","name":"deviceModel","value":"F"}],"same":["#
        ) && $0.hasSuffix(#""mayBeChance":false,"follows":false,"exceptions":{"a":[],"b":[]}}"#)
      })
    #expect(answer.words.contains("appVersionName 6.1.0 and deviceModel F: 12 of 12, 0 of 180 of the others"))
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
  }

  @Test("What reads a field of the condition is told last, and as that")
  func follows() throws {
    let answer = try Self.question("counts.strayButtons > 0").answer(in: CorpusLog.events(lines: Self.pair))
    let last = try #require(answer.told.last)
    #expect(last.follows)
    #expect(last.shared == [.event("button.chosen")])
    #expect(answer.told.dropLast().allSatisfy { !$0.follows })
    #expect(
      answer.words.contains("Follows from the condition:\n  has button.chosen: 12 of 12, 0 of 180 of the others\n"))
  }

  @Test("With --ever, what came after the condition held is no cause")
  func later() throws {
    // Everybody affected updates; of the others everybody had the old version, and half have the new one.
    let (old, new) = (#""appVersionName":"1.0""#, #""appVersionName":"2.0""#)
    let text =
      (0..<10).map { Self.phone("/a/\($0)", old, [Self.stray, Self.launch(new)]) }.joined()
      + (0..<40).map { Self.phone("/b/\($0)", old, $0 % 2 == 0 ? [Self.launch(new)] : []) }.joined()
    let events = { try CorpusLog.events(lines: text) }
    let now = try Self.question("counts.strayButtons > 0").answer(in: events())
    #expect(now.told.contains { $0.shared == [.property(.appVersionName, "2.0")] && $0.a == 10 })
    #expect(Self.lines(now).last?.contains(#""changedSince":10}"#) == true)
    #expect(now.words.contains("10 of the 10 have another version, policy or zone than when it first held: --ever"))
    let ever = try Self.question("counts.strayButtons > 0", ever: true).answer(in: events())
    #expect(ever.told.allSatisfy { $0.follows || $0.chance.mayBeChance })
    #expect(Self.lines(ever).last?.contains(#""changedSince":null}"#) == true)
  }

  @Test("Installations of both conditions are in neither group, and counted")
  func both() throws {
    let answer = try Self.question("properties.deviceModel == F", against: "properties.appVersionName == '6.1.0'")
      .answer(in: CorpusLog.events(lines: Self.pair))
    #expect(
      Self.lines(answer).last?.hasPrefix(#"{"summary":{"installations":192,"a":40,"b":40,"both":12,"neither":100,"#)
        == true)
  }

  @Test("A group without installations is no comparison", arguments: ["counts.returns > 9", "revision > 0"])
  func empty(condition: String) throws {
    let answer = try Self.question(condition).answer(in: CorpusLog.events(lines: Self.pair))
    #expect(!answer.compares)
    #expect(Self.lines(answer).count == 3)
    #expect(Self.lines(answer).last?.hasSuffix(#""tried":0,"tooFew":null,"changedSince":null}}"#) == true)
    #expect(answer.words.contains("nothing to compare") || answer.words.contains("nobody to compare with"))
  }

  @Test("A condition is asked after events only")
  func afterEvents() throws {
    // It holds before the first event, and never after one.
    let answer = try Self.question("revision == 0", ever: true).answer(in: CorpusLog.events(lines: Self.pair))
    #expect(answer.summary.a == 0)
  }

  @Test("Few phones are said to be too few")
  func few() throws {
    let text =
      (0..<2).map { Self.phone("/a/\($0)", #""deviceModel":"F""#, [Self.stray]) }.joined()
      + (0..<6).map { Self.phone("/b/\($0)", #""deviceModel":"M\#($0 % 2)""#) }.joined()
    let answer = try Self.question("counts.strayButtons > 0").answer(in: CorpusLog.events(lines: text))
    #expect(Self.lines(answer).last?.contains(#""tooFew":true"#) == true)
    #expect(answer.words.contains("2 phones are too few to be certain"))
    #expect(answer.words.contains("Nothing is certain. The least likely by chance:"))
    #expect(answer.words.contains("may be chance: "))
  }

  @Test("A draw has both sides of each bound that an accepted document sets, and the arms of variants")
  func draws() throws {
    let document =
      #"{"packageName":"p","updates":[{"id":7,"rollout":25,"targetVersion":"2","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}},"variants":[{"id":"a","weight":1},{"id":"b","weight":2}],"phasedRollout":{"startAt":"2026-01-01T00:00:00Z","steps":[10,100]}}]}"#
    var written = JSONWriter()
    written.string(document)
    let fetch =
      #""fetch.succeeded","data":{"trigger":"launch","url":"https://example.com","format":"herald","status":200,"digest":"\#(Digest.of(document))","document":\#(written.string)}"#
    let text = (0..<60).map { Self.phone("/\($0)", #""appPackageName":"p""#, [fetch]) }.joined()
    var fold = GroupsFold(Groups(try Condition("revision > 1"), against: nil, ever: false))
    try Rows.reader(text).replay(visitor: &fold)
    #expect(
      fold.bounds.ranges == [
        .rollout(rule: "update:7"): [0..<2500, 2500..<10_000, 0..<1000, 1000..<10_000],
        .variant(rule: "update:7"): [0..<3334, 3334..<10_000],
      ])
  }

  @Test("Where its first events were forgotten, nobody knows an installation's first day, and its zone is the kept one")
  func forgottenBeginning() throws {
    let unknown = #""x.other","data":{}"#
    let text =
      Self.phone("/kept", "", [Self.stray]).replacing("2026-03-02", with: "2026-03-05")
      + Self.phone("/cut", "", [Self.stray, unknown], zone: "+01:00")
    let scratch = try Scratch()
    _ = try CorpusLog.events(ledgerOf: text, in: scratch, named: "fleet.sqlite")
    let ledger = try Ledger(path: scratch.path("fleet.sqlite"))
    let time = try #require(DeviceTime(rfc3339: "2026-03-02T00:30:00Z")).moment
    _ = try ledger.forget(.before(time), reason: "a test", reading: Formats.reading)
    try ledger.close()
    let reader = try LedgerReader(path: scratch.path("fleet.sqlite"), reading: Formats.reading)
    var fold = GroupsFold(Groups(try Condition("revision > 0"), against: nil, ever: false))
    try LoggedEvents(reader, named: LogName("fleet.sqlite")).fold(into: &fold)
    let members = Dictionary(uniqueKeysWithValues: fold.members.map { ($0.source, $0) })
    let (cut, kept) = (try #require(members["/cut"]), try #require(members["/kept"]))
    #expect(cut.firstDay == nil)
    #expect(cut.lastDay == 20_514)
    #expect(kept.firstDay == 20_517)
    #expect(cut.features.map { fold.numbers.features[Int($0)] }.contains(.feature(.zone(60))))
  }

  @Test("With --all there is a line for everything that was tried, and for all that follows")
  func all() throws {
    var question = try Self.question("counts.strayButtons > 0")
    question.showsAll = true
    let answer = try question.answer(in: CorpusLog.events(lines: Self.pair))
    let lines = Self.lines(answer).filter { $0.contains(#""shared""#) }
    let tried = try #require(answer.difference?.tried)
    #expect(lines.count { $0.contains(#""follows":false"#) } == tried)
    #expect(lines.count { $0.contains(#""follows":true"#) } == 1)
    #expect(lines.allSatisfy { !$0.contains(#"},{"feature""#) || $0.contains(#""same":[["#) })
  }
}

import Herald
import HeraldLog
import HeraldQuestions
import HeraldQuestionsTestSupport
import Testing

/// Questions about all installations of a ledger, which several threads replay in parts.
@Suite("Questions on several threads")
struct SeveralThreadsTests {
  private static let systems = [
    #","deviceOsName":"ios","deviceOsVersion":"17.1""#, #","deviceOsName":"ios","deviceOsVersion":"16.0""#,
    #","deviceOsName":"android","deviceOsVersion":"14""#, "",
  ]

  /// A ledger with enough installations to be divided: a fleet with an experiment, on several systems.
  private func fleet(in scratch: Scratch) throws -> LoggedEvents {
    var log = EffectLog(EffectLog.document())
    for number in 0..<300 {
      let (source, heldOut) = ("\(number)", number % 3 == 0)
      let system = Self.systems[number % Self.systems.count]
      log.launch(source, day: 0, heldOut: heldOut, properties: system)
      if !heldOut { log.show(source, day: 0, rule: "update:7") }
      guard number % (heldOut ? 5 : 2) == 0 else { continue }
      log.launch(source, day: Double(1 + number % 9), version: "2.4.0", heldOut: heldOut, properties: system)
    }
    log.end(day: 30, count: 5)
    try scratch.take(log.text())
    return try LoggedEvents(path: scratch.path("ledger.sqlite"))
  }

  @Test("An effect is the same on one thread and on three")
  func effect() throws {
    let scratch = try Scratch()
    let events = try fleet(in: scratch)
    let answers = try [1, 3].map { jobs in
      var question = EffectQuestion(after: 7)
      question.jobs = jobs
      return try question.answer(in: events).json
    }
    #expect(answers[1] == answers[0])
    #expect(answers[0].contains(#""entered":200"#), "\(answers[0])")
  }

  @Test("The reach of a document, and the ways out of it, are the same on one thread and on three")
  func reach() throws {
    let scratch = try Scratch()
    let events = try fleet(in: scratch)
    let document = Document(
      text: """
        {"packageName":"p","updates":[{"id":8,"updateType":2,"targetVersion":"2.4.0","rollout":90,
        "phasedRollout":{"startAt":"2026-03-01T00:00:00Z","steps":[10,50,90],"intervalInHours":12},
        "filters":{"deviceOsName":"!tvos"},"targetStoreUrl":"https://apps.apple.com/app/id1",
        "descriptions":{"*":{"message":"m"}}}]}
        """, format: "herald")
    let now = try #require(DeviceTime(rfc3339: "2026-03-02T08:00:00Z"))
    let answers = try [1, 3].map { jobs in
      var question = ReachQuestion(document, at: now)
      question.jobs = jobs
      return try question.answer(in: events).json
    }
    #expect(answers[1] == answers[0])
    #expect(answers[0].contains(#""installations":305"#), "\(answers[0])")
  }

  @Test("The others that a question finds are the same on one thread and on three")
  func others() throws {
    let scratch = try Scratch()
    let events = try fleet(in: scratch)
    let answers = try [1, 3].map { jobs in
      var question = WhyQuestion(.not("update:7"), of: "/3", at: 2)
      question.findsOthers = true
      question.jobs = jobs
      return try question.answer(in: events).json
    }
    #expect(answers[1] == answers[0])
    #expect(answers[0].contains(#""alike":"#), "\(answers[0])")
  }

  @Test("What sets two groups apart is the same on one thread and on three")
  func groups() throws {
    let scratch = try Scratch()
    let events = try fleet(in: scratch)
    let condition = try WrittenCondition("properties.appVersionName == '2.4.0'")
    let answers = try [1, 3].map { jobs in
      var question = GroupsQuestion(condition)
      question.jobs = jobs
      question.isEver = true
      return try question.answer(in: events).json
    }
    #expect(answers[1] == answers[0])
    #expect(answers[0].contains(#"{"summary":{"installations":305,"#), "\(answers[0])")
  }
}

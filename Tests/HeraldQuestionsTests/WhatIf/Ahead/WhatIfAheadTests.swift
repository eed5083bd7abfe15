import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A what-if looks ahead of the log's end")
struct WhatIfAheadTests {
  private static let december =
    #""deadline":{"at":"2026-12-15T18:00","graceInHours":96,"reminders":[{"withinHours":24,"displayPeriodInHours":4}]}"#

  @Test("A deadline that lies behind the log's end is foretold for the whole fleet (first-hour 1)")
  func deadlineBehindTheLogsEnd() throws {
    let answer = try ComparisonAnswer(of: AheadFleet.large, under: AheadFleet.policy(Self.december))
    let last = try #require(answer.lines.last)
    #expect(last.contains(#""ahead":{"from":"2026-06-30T08:00:00.000Z","until":"2026-12-15T18:00:00.000Z","#))
    #expect(last.contains(#""questioned":2705,"clocksOff":12,"notStarted":0,"forcedAhead":2693,"lockedOutAhead":0"#))
    #expect(last.contains(#"{"day":"2026-12-15","forced":2693,"optional":2693,"messages":0,"lockedOut":0}]"#))
    #expect(answer.words.contains("2,693 of 2,705 will be forced on 15 December, nobody is today"))
    #expect(answer.words.contains("12 installations have a clock that is more than 400 days off"))
    // The figures of the past know nothing of it.
    #expect(answer.summary[.newlyForced] == 0)
    #expect(try !FigureLimit("newlyForced > 10%").holds(for: answer.summary))
    #expect(try FigureLimit("forcedAhead > 10%").holds(for: answer.summary))
    #expect(try FigureLimit("forcedAhead == 2693").holds(for: answer.summary))
  }

  @Test("A policy whose dates are moved into the log's time is lived there (first-hour 1)")
  func shiftedIntoTheLog() throws {
    let answer = try ComparisonAnswer(
      of: AheadFleet.large, under: AheadFleet.policy(#""deadline":{"at":"2026-12-15T18:00"}"#),
      asking: { $0.shift = .seconds(-200 * 86_400) })
    #expect(answer.summary[.newlyForced] == 2705)
    // Those whose clocks are right were forced at their last event already.
    #expect(answer.summary[.forcedAhead] == 0)
    #expect(answer.words.contains("2,693 of 2,705 are forced today, and no more will be"))
  }

  @Test("A message that begins later is named with its day and its readers (first-hour 1)")
  func messageThatBeginsLater() throws {
    let message =
      #"{"id":"tr","displayAfterDate":"2026-12-01","displayBeforeDate":"2026-12-24","descriptions":{"*":"Hello."}}"#
    let answer = try ComparisonAnswer(
      of: AheadFleet.large, under: #"{"packageName":"com.example.shop","messages":[\#(message)]}"#)
    let last = try #require(answer.lines.last)
    #expect(last.contains(#""begins":[{"rule":"message:tr","at":"2026-12-01T00:00:00.000Z","installations":2705}]"#))
    // The date alone ends it at midnight, and the millisecond behind it is the horizon.
    #expect(last.contains(#""until":"2026-12-24T00:00:00.001Z""#))
    #expect(last.contains(#"{"day":"2026-12-01","forced":0,"optional":0,"messages":2705,"lockedOut":0}]"#))
    #expect(answer.words.contains("message:tr: nobody sees it at the log's end"))
  }

  @Test("Who counts ahead has a line, with what it sees and since when")
  func lineOfAnInstallation() throws {
    let policy = AheadFleet.policy(#""displayAfterDate":"2026-07-10","deadline":{"at":"2026-07-20T00:00:00Z"}"#)
    let answer = try ComparisonAnswer(of: AheadFleet.phone("/i/1"), under: policy)
    #expect(
      answer.lines.first?.contains(
        #""ahead":[{"at":"2026-07-10T00:00:00.000Z","show":{"rule":"update:v3.5","kind":"optional"}},"#
          + #"{"at":"2026-07-20T00:00:00.000Z","show":{"rule":"update:v3.5","kind":"force"}}],"#
          + #""forcedFrom":"2026-07-20T00:00:00.000Z","lockedOutFrom":null}"#) == true)
    #expect(answer.words.contains("forced     ahead, from 2026-07-20T00:00:00.000Z"))
    #expect(
      answer.lines.last?.contains(
        #""days":[{"day":"2026-06-30","forced":0,"optional":0,"messages":0,"lockedOut":0},"#
          + #"{"day":"2026-07-10","forced":0,"optional":1,"messages":0,"lockedOut":0},"#
          + #"{"day":"2026-07-20","forced":1,"optional":0,"messages":0,"lockedOut":0}]"#) == true)
  }

  @Test("A force without a way out that begins later locks out later")
  func lockedOutLater() throws {
    let policy = """
      {"packageName":"com.example.shop","updates":[{"id":"end","forceExit":true,"displayAfterDate":"2026-07-10",
      "descriptions":{"*":"It is over."}}]}
      """
    let answer = try ComparisonAnswer(of: AheadFleet.phone("/i/1"), under: policy)
    #expect(answer.summary[.lockedOut] == 0)
    #expect(answer.summary[.lockedOutAhead] == 1)
    #expect(answer.lines.first?.contains(#""lockedOutFrom":"2026-07-10T00:00:00.000Z""#) == true)
    #expect(answer.words.contains("1 installation will be locked out"))
    #expect(try FigureLimit("lockedOutAhead > 0").holds(for: answer.summary))
  }

  @Test("Who slept through the beginning of a force counts ahead, and who was forced does not")
  func sleepers() throws {
    let force = #""deadline":{"at":"2026-06-20T00:00:00Z"}"#
    let log = AheadFleet.phone("/asleep", at: "2026-06-10T08:00:00Z") + AheadFleet.phone("/awake")
    let answer = try ComparisonAnswer(of: log, under: AheadFleet.policy(force))
    #expect(answer.summary[.forced] == 1)
    #expect(answer.summary[.forcedAhead] == 1)
    let line = try #require(answer.lines.first { $0.contains(#""source":"/asleep""#) })
    #expect(line.contains(#""forcedFrom":"2026-06-30T08:00:00.000Z""#))
  }

  @Test(
    "An installation asks as its fetches asked most often, failed ones too, and heartbeats left out",
    arguments: [
      (["launch"], true), (["schedule", "schedule", "launch"], false), (["schedule", "launch"], true),
      (["heartbeat", "heartbeat", "heartbeat", "launch"], true), (["heartbeat"], true), (["manual", "login"], false),
      (["login", "manual", "manual"], false),
    ] as [([String], Bool)], [false, true])
  func commonestTrigger(fetches: ([String], Bool), fails: Bool) throws {
    let policy = AheadFleet.policy(#""triggers":["launch"],"displayAfterDate":"2026-07-10""#)
    let log = AheadFleet.phone("/i/1", triggers: fetches.0, fails: fails)
    let answer = try ComparisonAnswer(of: log, under: policy)
    #expect((answer.summary.ahead?.beginnings.count == 1) == fetches.1)
  }

  @Test(
    "A deadline that begins with the first prompt is told apart, since no day shows when it ends",
    arguments: [
      (#""displayAfterDate":"2026-07-10","deadline":{"afterFirstShownInHours":336}"#, 1),
      (#""displayAfterDate":"2026-07-10","deadline":{"deferrals":3}"#, 1),
      (#""displayAfterDate":"2026-07-10","deadline":{"at":"2026-07-12","graceInHours":24}"#, 1),
      (#""displayAfterDate":"2026-07-10","deadline":{"at":"2026-07-12"}"#, 0),
      // Shown in the log, so that the fourteen days run.
      (#""deadline":{"afterFirstShownInHours":336}"#, 0),
      // Put off once of three times.
      (#""deadline":{"deferrals":3}"#, 1),
    ])
  func deadlinesThatHaveNotBegun(keys: String, notStarted: Int) throws {
    let answer = try ComparisonAnswer(of: AheadFleet.phone("/i/1"), under: AheadFleet.policy(keys))
    #expect(answer.summary.ahead?.notStarted == notStarted)
    #expect(answer.words.contains("a deadline has still to begin") == (notStarted > 0))
  }

  @Test(
    "The horizon is the document's own last date, at least 30 and at most 366 days away, or the one that was chosen",
    arguments: [
      (#""rollout":100"#, nil, "2026-07-30T08:00:00.000Z"),
      (#""displayBeforeDate":"2026-07-05""#, nil, "2026-07-30T08:00:00.000Z"),
      (#""displayBeforeDate":"2026-09-05T00:00:00Z""#, nil, "2026-09-05T00:00:00.001Z"),
      (#""displayAfterDate":"2099-01-01""#, nil, "2027-07-01T08:00:00.000Z"),
      (#""phasedRollout":{"startAt":"2026-08-01T00:00:00Z","steps":[1,100]}"#, nil, "2026-08-02T00:00:00.000Z"),
      (#""releasedAt":"2026-08-01T00:00:00Z","releasedForDays":7"#, nil, "2026-08-08T00:00:00.000Z"),
      // On the westernmost clock that is asked, five hours behind UTC.
      (#""displayAfterDate":"2026-09-05""#, nil, "2026-09-05T05:00:00.000Z"),
      (#""displayAfterDate":"2099-01-01""#, 10, "2026-07-10T08:00:00.000Z"),
    ] as [(String, Int?, String)])
  func horizon(keys: String, ahead: Int?, until: String) throws {
    let log = AheadFleet.phone("/i/1") + AheadFleet.phone("/i/2", at: "2026-06-30T02:00:00-05:00")
    let answer = try ComparisonAnswer(
      of: log, under: AheadFleet.policy(keys), asking: { $0.ahead = ahead.map { .seconds($0 * 86_400) } })
    #expect(answer.summary.ahead?.outlook.until.description == until)
  }

  @Test("Who was silent for too long is not asked, and the answer says so")
  func activeWithin() throws {
    let log = AheadFleet.phone("/silent", at: "2026-05-01T08:00:00Z") + AheadFleet.phone("/there")
    let answer = try ComparisonAnswer(
      of: log, under: AheadFleet.policy(#""deadline":{"at":"2026-07-12"}"#),
      asking: { $0.activeWithin = .seconds(30 * 86_400) })
    #expect(answer.summary.ahead?.questioned == 1)
    #expect(answer.summary[.forcedAhead] == 1)
    #expect(answer.words.contains("1 installation was silent for too long to be asked"))
    // It is still one of all in the past.
    #expect(answer.summary[.installations] == 2)
  }

  @Test("Who was silent for 30 days is told where nobody is left out for it")
  func silence() throws {
    let log = AheadFleet.phone("/silent", at: "2026-05-01T08:00:00Z") + AheadFleet.phone("/there")
    let answer = try ComparisonAnswer(of: log, under: AheadFleet.policy(#""deadline":{"at":"2026-07-12"}"#))
    #expect(answer.words.contains("1 installation has no event in the last 30 days before the log's end"))
    #expect(answer.lines.last?.contains(#""lockedOutAhead":0,"inactive":1,"#) == true)
    #expect(answer.summary.ahead?.questioned == 2)
  }

  @Test("A device that refuses the document keeps its own, and sees what that one shows")
  func refusedDocument() throws {
    let own = AheadFleet.policy(#""deadline":{"at":"2026-07-12T00:00:00Z"}"#).replacing("\n", with: "")
    let quoted = own.replacing("\"", with: "\\\"")
    let log = AheadFleet.phone("/i/1").replacing(
      #""format":"herald","status":304"#,
      with: #""format":"herald","status":200,"digest":"\#(Digest.of(own))","document":"\#(quoted)""#)
    let answer = try ComparisonAnswer(
      of: log, under: #"{"packageName":"another.app","updates":[{"forceUpdate":true,"descriptions":{"*":"x"}}]}"#)
    #expect(answer.summary[.forcedAhead] == 1)
    let line = try #require(answer.lines.first { $0.contains(#""source":"/i/1""#) })
    #expect(line.contains(#""show":{"rule":"update:v3.5","kind":"force"}"#))
  }

  @Test("One clock in the future does not move the log's end, whatever the order of the log")
  func aClockInTheFuture() throws {
    let log =
      AheadFleet.phone("/off", at: "2100-01-02T08:00:00Z") + AheadFleet.phone("/i/1")
      + AheadFleet.phone("/i/2", at: "2026-06-29T08:00:00Z")
    let answer = try ComparisonAnswer(of: log, under: AheadFleet.policy(#""deadline":{"at":"2026-07-12"}"#))
    #expect(answer.summary.ahead?.outlook.from.description == "2026-06-30T08:00:00.000Z")
    #expect(answer.summary.ahead?.clocksOff == 1)
    #expect(answer.summary[.forcedAhead] == 2)
    let off = try #require(answer.lines.first { $0.contains(#""source":"/off""#) })
    #expect(off.contains(#""ahead":null,"forcedFrom":null,"lockedOutFrom":null}"#))
  }

  @Test("On a server a clock is judged by the arrival of its last event")
  func receipts() throws {
    let lasts = ["/old": "2024-01-01T00:00:00Z", "/i/1": "2026-06-30T00:00:00Z", "/i/2": "2026-06-29T00:00:00Z"].map {
      LastEvents.Last(
        source: ExactString($0.key), time: DeviceTime(rfc3339: $0.value) ?? .missing, fetch: LastEvents.Fetch())
    }
    let arrival = try #require(DeviceTime(rfc3339: "2024-01-02T00:00:00Z")).moment
    func part(_ receipts: [ExactString: Timestamp]) -> Outlook.Part? {
      let outlook = Outlook(lasts, receipts: receipts, ahead: nil, activeWithin: nil, under: { _ in nil })
      return lasts.first { $0.source == "/old" }.flatMap { outlook?.part(of: $0.source, last: $0.time.moment) }
    }
    #expect(part([:]) == .clockOff)
    #expect(part(["/old": arrival]) == .asked)
  }

  @Test("The dates of an app's house rules are looked ahead to, each phone's own")
  func houseRules() throws {
    func phone(_ source: String, _ house: String) -> String {
      AheadFleet.phone(source).replacing(
        #""format":"herald","status":304"#,
        with: #""format":"segments","status":304,"storeUrl":"https://example.com","houseRules":{\#(house)}"#)
    }
    let log =
      phone("/i/1", #""deadline":{"at":"2026-12-01T00:00:00Z"}"#) + phone("/i/2", #""displayPeriodInHours":24"#)
    let answer = try ComparisonAnswer(of: log, under: #"{"version":"3.5"}"#, format: "segments")
    let ahead = try #require(answer.summary.ahead)
    #expect(ahead.outlook.until.description == "2026-12-01T00:00:00.000Z")
    #expect(answer.summary[.forcedAhead] == 1)
    #expect(answer.lines.contains { $0.contains(#""source":"/i/1""#) && $0.contains(#""forcedFrom":"2026-12-01"#) })
  }

  @Test("Several threads foretell what one foretells")
  func threads() throws {
    let scratch = try Scratch()
    let log = (0..<50).map { AheadFleet.phone("/i/\($0)", version: $0 % 3 == 0 ? "3.5" : "3.4") }.joined()
    let events = try CorpusLog.events(ledgerOf: log, in: scratch)
    let policy = AheadFleet.policy(#""deadline":{"at":"2026-07-12"}"#)
    let answers = try [1, 3].map { jobs in
      var question = WhatIfQuestion(Document(text: policy, format: "herald"))
      question.jobs = jobs
      return try question.answer(in: events).json
    }
    #expect(answers[1] == answers[0])
    #expect(answers[0].contains(#""forcedAhead":33"#), "\(answers[0].suffix(600))")
  }
}

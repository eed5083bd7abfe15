import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer with the installations that are found")
struct FindAnswerTests {
  private static func line(
    _ source: String, _ revision: Int, _ type: String, _ data: String = "{}", at minute: Int, id: String? = nil
  ) -> String {
    let clock = minute < 10 ? "0\(minute)" : "\(minute)"
    return #"{"specversion":"1.0","id":"\#(id ?? "e-\(revision)")","source":"\#(source)","type":"\#(type)","#
      + #""time":"2026-03-02T09:\#(clock):00+01:00","revision":\#(revision),"data":\#(data)}"# + "\n"
  }

  private static func launch(_ version: String, _ user: String) -> String {
    #"{"properties":{"appVersionName":"\#(version)","deviceModel":"X","deviceOsName":"android","deviceOsVersion":"14"},"user":"\#(user)"}"#
  }

  /// Three phones. Two have one version, and one of these loses its user.
  private static let log =
    line("/a", 1, "app.launched", launch("6.0", "ada"), at: 1)
    + line("/b", 1, "app.launched", launch("6.1", "bob"), at: 2)
    + line("/c", 1, "app.launched", launch("6.1", "Ada"), at: 3)
    + line("/c", 2, "user.changed", #"{"user":null}"#, at: 4)
    + line("/b", 2, "app.backgrounded", at: 5)

  private func answer(_ question: FindQuestion, _ log: String = log) throws -> SentAnswer {
    try SentAnswer { _ = try question.answer(in: CorpusLog.events(lines: log), to: $0) }
  }

  @Test("An installation's line has its users, its device, its last event and the values, then comes a summary")
  func json() throws {
    let answer = try answer(FindQuestion(where: try Condition("properties.appVersionName == 6.1 and zone == 60")))
    #expect(
      answer.lines == [
        #"{"source":"/b","user":"bob","users":["bob"],"appVersionName":"6.1","deviceModel":"X","deviceOsName":"android","#
          + #""deviceOsVersion":"14","deviceLanguage":null,"#
          + #""last":{"revision":2,"id":"e-2","type":"app.backgrounded","time":"2026-03-02T08:05:00.000Z"},"#
          + #""values":[{"field":"properties.appVersionName","value":"6.1"},{"field":"zone","value":60}]}"#,
        #"{"source":"/c","user":null,"users":["Ada"],"appVersionName":"6.1","deviceModel":"X","deviceOsName":"android","#
          + #""deviceOsVersion":"14","deviceLanguage":null,"#
          + #""last":{"revision":2,"id":"e-2","type":"user.changed","time":"2026-03-02T08:04:00.000Z"},"#
          + #""values":[{"field":"properties.appVersionName","value":"6.1"},{"field":"zone","value":60}]}"#,
        #"{"summary":{"installations":3,"held":2,"told":2}}"#,
      ])
  }

  @Test("Who ever held is told as after the first event, with the first, the last and the number of beginnings")
  func ever() throws {
    let answer = try answer(FindQuestion(where: try Condition("user == Ada"), at: .ever))
    #expect(answer.lines.count == 2)
    #expect(answer.lines[0].hasPrefix(#"{"source":"/c","user":"Ada","users":["Ada"],"#))
    #expect(
      answer.lines[0].hasSuffix(
        #""first":{"revision":1,"id":"e-1","type":"app.launched","time":"2026-03-02T08:03:00.000Z"},"#
          + #""lastHeld":{"revision":1,"id":"e-1","type":"app.launched","time":"2026-03-02T08:03:00.000Z"},"#
          + #""beginnings":1,"holdsAtEnd":false}"#))
    #expect(answer.lines[1] == #"{"summary":{"installations":3,"held":1,"holdAtEnd":0,"told":1}}"#)
  }

  @Test("A condition without events holds for nobody, even where it holds before any event")
  func onlyAfterEvents() throws {
    let answer = try answer(FindQuestion(where: try Condition("not user"), at: .ever))
    #expect(answer.lines.count == 2)
    #expect(answer.lines[0].contains(#""first":{"revision":2,"#))
  }

  @Test("A limit cuts the list and not the figures, and the words say how many more there are")
  func limit() throws {
    var question = FindQuestion()
    question.limit = 1
    let answer = try answer(question)
    #expect(answer.lines.count == 2)
    #expect(answer.lines[1] == #"{"summary":{"installations":3,"held":3,"told":1}}"#)
    #expect(answer.words.hasPrefix("3 of 3 installations at the end of the log\n"))
    #expect(answer.words.contains("and 2 more installations: --limit 3, or --format json\n"))
    #expect(answer.words.contains("  app             6.1 2, 6.0 1\n"))
  }

  @Test("Nothing that is found is told as that, and the status of the answer is false")
  func nothing() throws {
    let question = FindQuestion(where: try Condition("counts.clockSteps > 0"))
    let answer = try question.answer(in: CorpusLog.events(lines: Self.log))
    #expect(!answer.held)
    #expect(answer.json == #"{"summary":{"installations":3,"held":0,"told":0}}"# + "\n")
    #expect(answer.words.hasSuffix("It holds for none.\n"))
  }

  @Test("Lines that are left out count for the installation that they name, from the event before them on")
  func refusedLines() throws {
    let log =
      Self.line("/a", 1, "app.launched", Self.launch("1", "ada"), at: 1)
      + Self.line("/a", 2, "fetch.failed", "{}", at: 2)
      + Self.line("/b", 1, "app.launched", Self.launch("1", "bob"), at: 2)
      + Self.line("/a", 3, "app.backgrounded", at: 3) + Self.line("/a", 3, "app.foregrounded", at: 4, id: "other")
      + "{nothing\n"
    let reading = ReadingOptions(skipsInvalid: true)
    func found(_ condition: String, at moment: FindQuestion.Moment = .end) throws -> [String] {
      let question = FindQuestion(where: try Condition(condition), at: moment)
      let json = try question.answer(in: CorpusLog.events(lines: log, reading: reading)).json
      return json.split(separator: "\n").map(String.init)
    }
    #expect(try found("refusedLines == 2").first?.hasPrefix(#"{"source":"/a","#) == true)
    #expect(try found("refusedLines == 0").first?.hasPrefix(#"{"source":"/b","#) == true)
    #expect(try found("forked == 1").first?.contains(#""values":[{"field":"forked","value":1}]"#) == true)
    #expect(try found("refusedLines == 1", at: .ever).first?.contains(#""first":{"revision":1,"#) == true)
    #expect(try found("refusedLines == 2", at: .ever).first?.contains(#""first":{"revision":3,"#) == true)
  }

  @Test("A ledger does not say how many lines were refused before it, so neither many nor none is claimed")
  func ledgerWithoutRefusals() throws {
    let scratch = try Scratch()
    let events = try CorpusLog.events(ledgerOf: Self.log, in: scratch)
    for condition in ["refusedLines == 0", "refusedLines > 0", "forked == 0"] {
      #expect(try !FindQuestion(where: Condition(condition)).answer(in: events).held, "\(condition)")
    }
    #expect(try FindQuestion(where: Condition("refusedLines == null")).answer(in: events).held)
  }
}

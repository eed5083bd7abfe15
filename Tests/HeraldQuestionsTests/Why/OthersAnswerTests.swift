import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Others that meet the same")
struct OthersAnswerTests {
  @Test("Those that fail the same test are counted whatever their value, and those of the same value among them")
  func othersOfAnotherValue() throws {
    let document =
      #"{"packageName":"a","updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""filters":{"appVersionName":"<3"},"descriptions":{"*":"x"}}]}"#
    let log = WhyLog([("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document))])
    let own = log.lines.joined(separator: "\n") + "\n"
    func other(_ source: String, _ version: String) -> String {
      own.replacing("/i/1", with: source).replacing(
        #""appVersionName":"3.9""#, with: #""appVersionName":"\#(version)""#)
    }
    var question = WhyQuestion(.not("update:1"), of: "/i/1", at: 2)
    question.findsOthers = true
    let lines = own + other("/i/2", "3.9") + other("/i/3", "3.8") + other("/i/4", "2.9")
    let others = try #require(try question.answer(in: CorpusLog.events(lines: lines)).others)
    #expect(others.json.contains(#""alike":1,"sources":["/i/2"]"#))
    #expect(others.json.contains(#""sameTest":2,"sameTestMeant":0,"#))
    let words = others.words(.plain)
    #expect(words.contains("2 of all (0 of them meant), asked the same at the end of the log, fail the same test of "))
    #expect(words.contains("1 of these on the same value (appVersionName 3.9)"))
  }
}

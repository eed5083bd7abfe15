import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("A question about one decision under another policy")
struct DraftQuestionTests {
  private func answer(_ text: String, at revision: Int?) throws -> DraftAnswer {
    try DraftQuestion(Document(text: text, format: "herald"), at: revision).answer(
      in: CorpusLog.events(CorpusLog.message))
  }

  private static let offer = """
    {"packageName": "com.example.banco", "updates": [{"id": 7, "appVersionFilter": "<99",
    "targetWebsiteUrl": "https://example.com/", "descriptions": {"*": {"message": "Update"}}}]}
    """

  @Test("A prompt takes the place of the recorded one, and both are explained")
  func promptChanges() throws {
    let answer = try answer(Self.offer, at: 10)
    #expect(!answer.isSame)
    #expect(answer.sentence == "The draft shows update:7 (optional) in place of message:101 (message).")
    #expect(answer.recorded.words(.plain, .sentence).contains("message:101"))
    #expect(answer.draft.words(.plain, .all).contains("update:7 (optional) shown"))
    let row = try #require(answer.rows.first { $0.rule.hasPrefix("update:7") })
    #expect(row.recorded == "not in the policy")
    #expect(row.draft == "✓ shown")
  }

  @Test("No event is said to have brought the draft, and all other causes stay")
  func causes() throws {
    let words = try answer(Self.offer, at: 10).draft.words(.plain, .all)
    #expect(!words.contains("brought the policy in force"))
    #expect(words.contains("gave the device's properties"))
  }

  @Test("The document that was in force changes nothing")
  func sameDocument() throws {
    let recorded = try WhyQuestion(at: 10).answer(in: CorpusLog.events(CorpusLog.message))
    let document = try #require(recorded.decision.found.documentInForce)
    let answer = try answer(document.text, at: 10)
    #expect(answer.isSame)
    #expect(answer.rows.isEmpty)
    #expect(answer.alike == 1)
  }

  @Test("A showing is asked about by the decision behind it")
  func showing() throws {
    let answer = try answer(#"{"packageName": "com.example.banco"}"#, at: nil)
    #expect(answer.sentence == "The draft shows nothing, where message:101 (message) was to be shown.")
  }

  @Test("A document that phones would refuse is refused with its findings")
  func unreadable() throws {
    let error = try #require(throws: LogRefused.self) { try answer("{ nonsense", at: 10) }
    #expect(error.diagnostics.first?.severity == .error)
  }
}

import Herald
import HeraldFormats
import Testing

@Suite("What a deadline means in words")
struct DeadlineWordsTests {
  @Test(
    "A deadline's calendar names the clock of its date, and what a date alone means",
    arguments: [
      ("2026-12-24", "optional until the first minute of 2026-12-24 on each device's clock, asked"),
      ("2026-12-24T18:00", "optional until 2026-12-24T18:00 on each device's clock, asked"),
      ("2026-12-24T18:00Z", "optional until 2026-12-24T18:00Z, asked"),
    ])
  func clockIsNamed(date: String, words: String) throws {
    let text =
      #"{"packageName":"a","updates":[{"id":1,"targetVersion":"9","targetWebsiteUrl":"https://e.com","#
      + #""descriptions":{"*":"x"},"deadline":{"at":"\#(date)"}}]}"#
    let document = Document(text: text, format: "herald", url: "https://e.com/", storeURL: nil)
    let found = Lint.findings(in: document, at: Timestamp(milliseconds: 1_772_438_400_000))
    let calendar = try #require(found.first { $0.code.name == "deadlineCalendar" })
    #expect(calendar.what.contains(words))
  }
}

import HeraldReport
import Testing

@Suite("Tables for analysis")
struct AnalysisTableTests {
  @Test("Their names are the ones that queries are written with")
  func names() {
    #expect(
      AnalysisTable.allCases.map(\.rawValue)
        == ["events", "decisions", "prompts", "updates", "installations", "rules", "documents"])
  }
}

import Herald
import HeraldLog
import Testing

@testable import HeraldReport

@Suite("Effects on a fleet's page")
struct EffectPageTests {
  private func page(_ log: EffectLog) throws -> String {
    var report = LogReport(of: "fleet.sqlite")
    try Rows.reader(log.text()).replay(visitor: &report)
    return try report.html { _ in nil }
  }

  private static let groups: (first: [Double?], second: [Double?]) = (
    (0..<40).map { $0 < 30 ? 2 : nil }, (0..<40).map { $0 < 10 ? 2 : nil }
  )

  @Test("A fleet's page begins with what a holdout says, the sentence of herald effect among it")
  func holdout() throws {
    let log = EffectLog.groups(first: Self.groups.first, second: Self.groups.second)
    let page = try page(log)
    let effect = try #require(try log.fold().effects().first)
    #expect(page.contains(#"<h2 id="effect-1-title">Effect of update:7 → 2.4.0</h2>"#))
    #expect(page.contains("<p class=\"says\">\(effect.sentences[0])</p>"))
    #expect(page.contains("polygon"))
    #expect(page.contains("<td class=\"number\">75.0 %</td>"))
  }

  @Test("A fleet's page without an experiment has neither a figure nor a style for one")
  func noExperiment() throws {
    let log = EffectLog.groups(
      EffectLog.document(root: ""), first: Self.groups.first, second: Self.groups.second)
    let page = try page(log)
    #expect(!page.contains("effect-1"))
    #expect(!page.contains(".band"))
  }

  @Test("A figure without data has a sentence and no picture")
  func tooEarly() throws {
    let log = EffectLog.groups(first: [nil, nil], second: [nil], until: 0.2)
    let effect = try #require(try log.fold().effects().first)
    let figure = effect.figure(number: 1)
    #expect(figure.picture.isEmpty)
    #expect(figure.says.hasPrefix("Too early to tell"))
    #expect(figure.table.rows == [["shown", "2", "not reached"], ["held out", "1", "not reached"]])
  }

  @Test("A drawing has a panel for the holdout, and one for the variants")
  func panels() throws {
    let log = EffectLog.groups(
      EffectLog.document(rule: EffectLog.variants), first: Self.groups.first, second: Self.groups.second)
    let svg = EffectPicture(try log.fold().effects(days: 7)).svg
    #expect(svg.contains(">Effect of update:7 → 2.4.0</text>"))
    #expect(svg.contains(">Variants of update:7 → 2.4.0</text>"))
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test("A curve begins at the entrance, rises where installations update, and ends at the share")
  func curve() throws {
    let log = EffectLog.groups(first: Self.groups.first, second: Self.groups.second, until: 5)
    let effect = try #require(try log.fold().effects(days: 4).first)
    let picture = try #require(EffectChart(effect)).picture(label: "")
    // 75 % of a scale that ends at 100 %, after half of the four days.
    #expect(picture.contains(#"<polyline points="0,100 500,100 500,25 1000,25" class="curve series-0""#))
  }
}

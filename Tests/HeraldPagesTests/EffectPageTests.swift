import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

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

  @Test("A chart of more groups than it has colours draws those that differ, and names the others")
  func manyGroups() throws {
    let ids = (0..<8).map { "v\($0)" }
    let variants = ids.map { #"{"id":"\#($0)","weight":1250}"# }.joined(separator: ",")
    var log = EffectLog(EffectLog.document(root: "", rule: #""variants":[\#(variants)],"#))
    for place in 0..<8 {
      for number in 0..<40 {
        func launch(_ day: Double, _ version: String) {
          let draws = #"{"variant:update:7":\#(place * 1250)}"#
          log.add(
            "\(place)-\(number)", day, "app.launched",
            #"{"properties":{"appPackageName":"p","appVersionName":"\#(version)","deviceLanguage":"en"},"draws":\#(draws)}"#
          )
          log.fetch("\(place)-\(number)", day: day)
        }
        launch(0, "2.3.0")
        log.show("\(place)-\(number)", day: 0, rule: "update:7")
        if place == 7, number < 30 { launch(1, "2.4.0") }
      }
    }
    log.end(day: 20)
    let effect = try #require(try log.fold().effects(days: 7).first)
    let chart = try #require(EffectChart(effect))
    #expect(chart.undrawn == "v5 and v6 are not drawn.")
    #expect(chart.picture(label: "").contains(">v7</text>"))
    #expect(effect.figure(number: 1).note.contains("v5 and v6 are not drawn."))
    #expect(EffectPicture([effect]).svg.contains("v5 and v6 are not drawn."))
  }

  @Test("Experiments beyond the figures of a page are counted, with the command that tells them")
  func manyExperiments() throws {
    let rules = (0..<8).map {
      #"{"id":\#($0),"targetVersion":"2.4.0","targetWebsiteUrl":"https://x","descriptions":{"*":{"message":"m"}}}"#
    }
    let root = #"{"packageName":"p","holdout":{"id":"h","percent":50},"updates":[\#(rules.joined(separator: ","))]}"#
    let log = EffectLog.groups(root, first: Self.groups.first, second: Self.groups.second)
    let page = try page(log)
    let positions = (1...6).compactMap { page.firstRange(of: "id=\"effect-\($0)-title\"")?.lowerBound }
    #expect(positions.count == 6)
    #expect(positions == positions.sorted())
    #expect(!page.contains("effect-7"))
    #expect(page.components(separatedBy: "And 2 more experiments: herald effect fleet.sqlite").count == 2)
    let prompts = try #require(page.firstRange(of: "id=\"over-time-title\""))
    #expect(try #require(positions.last) < prompts.lowerBound)
  }
}

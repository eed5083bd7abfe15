import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

/// Random documents: whatever is said of their rules holds for random devices too.
@Suite("Laws of an analysis")
struct AnalyzeLawTests {
  private static let keys: [[String]] = [
    [
      #""filters":{"appVersionName":"<3"}"#, #""filters":{"appVersionName":">=3","deviceOsName":"ios"}"#,
      #""filters":{"appVersionName":"3.*"}"#, #""filters":{"appVersionName":"!3.*"}"#,
      #""filters":{"deviceOsName":"android","deviceModel":"SM-*"}"#, #""filters":{"deviceOsName":"!android"}"#,
      #""filters":{"deviceLanguage":"de*"}"#, #""filters":{"appVersionName":">=4"}"#, "",
    ],
    [#""targetVersion":"4.0""#, #""targetVersion":"4.0","skippable":true"#, #""forceUpdate":true"#, "", ""],
    [
      #""maxDisplayCount":2"#, #""displayPeriodInHours":24"#, #""rollout":25"#, "", "", "",
      #""displayBeforeDate":"2026-06-01""#, #""displayAfterDate":"2026-06-01""#, #""triggers":["login","foreground"]"#,
      #""inSegments":["old"]"#, #""notInSegments":["old"]"#, #""weekdays":["mo","tu"]"#,
    ],
  ]

  static func randomDocument(_ random: inout SplitMix64) -> Document {
    let updates = (1...Int.random(in: 2...6, using: &random)).map { id in
      let chosen = keys.compactMap { $0.randomElement(using: &random) }.filter { !$0.isEmpty }
      let text = Int.random(in: 0..<4, using: &random) == 0 ? #"{"de":"Neu."}"# : #"{"*":"New."}"#
      return AnalyzeTests.update("\(id)", chosen.joined(separator: ","), text: text)
    }
    return Document(
      text: """
        {"packageName":"com.example.shop","segments":{"old":{"appVersionName":"<3","deviceOsName":"ios"}},
        "updates":[\(updates.joined(separator: ","))]}
        """, format: "herald")
  }

  static func randomProfile(_ random: inout SplitMix64) -> Profile {
    let values: [(ExactString, [String?])] = [
      (.appVersionName, ["2.9", "3", "3.0", "3.5-rc", "4.0", "4.1", "v2", nil, "3.", "10"]),
      (.deviceOsName, ["ios", "android", "linux", nil]), (.deviceModel, ["SM-G991B", "iPhone15,2", nil]),
      (.deviceLanguage, ["de-AT", "en-US", nil, "den"]),
    ]
    let chosen = values.compactMap { name, texts in
      (texts.randomElement(using: &random) ?? nil).map { (name: name, value: ExactString($0)) }
    }
    return Profile(chosen + [(.appPackageName, "com.example.shop")])
  }

  @Test("A rule that is never shown is shown in no log of a random obedient app", arguments: [1, 2, 3, 4] as [UInt64])
  func neverIsNever(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let document = Self.randomDocument(&random)
      let answer = try AnalyzeQuestion(document, named: "p").answer()
      let never = Set(answer.rules.compactMap { if case .never = $0.verdict { $0.rule.id } else { nil } })
      guard !never.isEmpty else { continue }
      for index in 0..<40 {
        let day = Int64.random(in: 20_500..<20_700, using: &random)
        let hour = Int64.random(in: 0..<24, using: &random)
        let time = DeviceTime(moment: Timestamp(milliseconds: (day * 24 + hour) * 3_600_000), offsetMinutes: 60)
        var app = ObedientApp(source: ExactString("/random/\(seed)/\(index)"), at: time)
        app.launch(Self.randomProfile(&random), drawing: nil)
        app.fetch(document, Formats.reading(document), .launch)
        for _ in 0..<12 {
          if let prompt = app.decision?.prompt {
            #expect(!never.contains(prompt.rule), "\(prompt.rule) in \(document.text)")
            guard let button = prompt.buttons.randomElement(using: &random) else { break }
            app.show(prompt, choosing: button)
          }
          let wait = Int64.random(in: 0..<100, using: &random) * 3_600_000
          app.wait(
            until: DeviceTime(moment: Timestamp(milliseconds: time.moment.milliseconds + wait), offsetMinutes: 60))
          let trigger = [Trigger.launch, .login, .schedule, .manual, .foreground, .operation].randomElement(
            using: &random)
          app.ask(trigger ?? .launch, "pay")
        }
      }
    }
  }

  @Test("Each log replays to what it proves, and shows only what was just decided", arguments: [5, 6, 7] as [UInt64])
  func witnessesReplay(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let document = Self.randomDocument(&random)
      let answer = try AnalyzeQuestion(document, named: "p").answer()
      for rule in answer.rules {
        guard let witness = rule.witness else { continue }
        #expect(witness.replayed()?.decision.prompt?.rule == rule.rule.id, "\(document.text)")
        try Self.expectObedience(witness)
      }
      for pair in answer.pairs {
        #expect(pair.witness.replayed()?.decision.prompt?.rule == pair.wins.id)
      }
    }
  }

  private static func expectObedience(_ witness: AnalyzeWitness) throws {
    var (state, decider, last) = (InstallationState(), Decider(), nil as Decision?)
    var clock = Timestamp.range.lowerBound
    for event in witness.events {
      #expect(event.time.moment >= clock)
      clock = event.time.moment
      if case .promptShown(let showing) = event.data { #expect(last?.prompt?.rule == showing.rule) }
      if case .buttonChosen(let answer) = event.data {
        #expect(last?.prompt?.buttons.map(\.rawValue).contains(answer.button.string) ?? false)
      }
      state.apply(event.fact)
      last = decider.decide(after: event.data, at: event.time, of: event.source, in: state) ?? last
    }
  }

  @Test("Every rule of a small random document is decided", arguments: [8, 9] as [UInt64])
  func everythingIsDecided(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let document = Self.randomDocument(&random)
      let answer = try AnalyzeQuestion(document, named: "p").answer()
      #expect(answer.counts.notDecided == 0, "\(answer.words)\(document.text)")
    }
  }
}

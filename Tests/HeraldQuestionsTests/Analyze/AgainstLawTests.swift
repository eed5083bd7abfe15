import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

/// Random pairs of documents: what is said of both holds for random devices that live the same under each.
@Suite("Laws of a comparison for every device")
struct AgainstLawTests {
  private static func answer(_ before: Document, _ after: Document) throws -> AgainstAnswer {
    try AgainstQuestion(after, named: "p", against: before, named: "q").answer()
  }

  @Test("A document is equivalent to itself", arguments: [11, 12] as [UInt64])
  func itself(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let document = AnalyzeLawTests.randomDocument(&random)
      let answer = try Self.answer(document, document)
      #expect(AgainstTests.verdicts(answer) == ["holds", "holds", "holds", "holds"], "\(document.text)\(answer.words)")
    }
  }

  @Test("Two logs of a change differ in the document alone, and part as is said", arguments: [13, 14, 15] as [UInt64])
  func witnesses(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<3 {
      let documents = (AnalyzeLawTests.randomDocument(&random), AnalyzeLawTests.randomDocument(&random))
      for change in try Self.answer(documents.0, documents.1).changes {
        let (before, after) = (change.witness.before, change.witness.after)
        #expect(before.revision == after.revision)
        #expect(before.events.count == after.events.count)
        for (event, other) in zip(before.events, after.events) {
          #expect(event.time == other.time && event.type == other.type && event.id == other.id)
          if case .fetchSucceeded(let fetch) = event.data, let text = fetch.document {
            #expect(text == documents.0.text)
          }
          if case .fetchSucceeded(let fetch) = other.data, let text = fetch.document {
            #expect(text == documents.1.text)
          }
          if case .appLaunched(let launch) = event.data, case .appLaunched(let second) = other.data {
            #expect(launch.profile == second.profile && launch.draws == second.draws)
          }
        }
        #expect(before.replayed()?.decision.prompt?.kind == change.before)
        #expect(after.replayed()?.decision.prompt?.kind == change.after)
      }
    }
  }

  @Test("Random lives part only as is told, where anything is said to hold", arguments: [16, 17, 18] as [UInt64])
  func lives(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<3 {
      let documents = [AnalyzeLawTests.randomDocument(&random), AnalyzeLawTests.randomDocument(&random)]
      let answer = try Self.answer(documents[0], documents[1])
      let read: [(policy: Policy, document: Document)] = try documents.map {
        (policy: try $0.policy(named: "p"), document: $0)
      }
      for life in 0..<30 {
        guard let found = try Self.parted(read, life, &random) else { continue }
        for statement in AgainstAnswer.Statement.allCases where statement.isBroken(by: found.before, found.after) {
          #expect(
            answer.verdict(on: statement).word != "holds", "\(found) \(documents[0].text) \(documents[1].text)")
        }
      }
    }
  }

  /// The difference at which two apps part that live the same; nil where they do not.
  private static func parted(
    _ documents: [(policy: Policy, document: Document)], _ life: Int, _ random: inout SplitMix64
  ) throws -> PossibleChanges.Kind? {
    let triggers: [Trigger] = [.launch, .login, .schedule, .manual, .foreground, .operation]
    let hour = Int64.random(in: 492_000..<496_800, using: &random)
    let time = DeviceTime(moment: Timestamp(milliseconds: hour * 3_600_000), offsetMinutes: 60)
    let trigger = triggers.randomElement(using: &random) ?? .launch
    var apps = ParallelApps(
      Situation(
        profile: AnalyzeLawTests.randomProfile(&random), draws: nil,
        occasion: Occasion(trigger: trigger, operation: nil, time: time)), documents,
      source: ExactString("/random/\(life)"))
    for _ in 0..<10 {
      if let difference = apps.difference { return difference }
      // An answer asks for no decision, so its time is that of the question before it.
      let now = try #require(apps.before.decision).question.now.moment.milliseconds
      guard apps.answer(choosing: Button.allCases.shuffled(using: &random)) else { return nil }
      let wait = Int64.random(in: 0..<40, using: &random) * 3_600_000
      apps.wait(until: Timestamp(milliseconds: now + wait))
      let trigger = triggers.randomElement(using: &random) ?? .launch
      apps = apps.asked(at: Occasion(trigger: trigger, operation: "pay", time: time))
    }
    return apps.difference
  }
}

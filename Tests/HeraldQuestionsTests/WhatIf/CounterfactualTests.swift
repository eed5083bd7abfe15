@testable import HeraldQuestions
import Herald
import HeraldTestSupport
import Testing

@Suite("A life under another policy")
struct CounterfactualTests {
  private static let launch = EventData.launched(["appVersionName": "1.0"])

  /// What is shown and answered, as `rule answer`, when a log's events meet a policy.
  private func shown(_ events: [EventData], under policy: Policy) -> [String] {
    var stream = Stream()
    for data in events { stream.append(data) }
    return stream.counterfactual { _ in policy }.compactMap { step in
      guard let prompt = step.decision.prompt, let answer = step.answer else { return nil }
      return "\(prompt.rule) \(answer.rawValue)"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [EventData]
    let rule: Rule
    let shown: [String]
  }

  private static let optional = Rule.make("update:1", skippable: true)
  private static let first = EventData.shown("p", rule: "update:1")
  private static let second = EventData.shown("q", rule: "update:1")
  private static let fetch = Policy.make([]).fetched()
  private static let cases = [
    Case(
      testDescription: "a rule that was never answered gets the usual answer", events: [launch, fetch, fetch],
      rule: optional, shown: ["update:1 later", "update:1 later"]),
    Case(
      testDescription: "answers are used in their order, then the usual one",
      events: [
        launch, first, .chosen("update", of: "p"), fetch, second, .chosen("later", of: "q"), fetch, fetch,
      ],
      rule: optional, shown: ["update:1 update", "update:1 later", "update:1 later"]),
    Case(
      testDescription: "an answer counts though it came after the decision that uses it",
      events: [launch, fetch, first, .chosen("update", of: "p")], rule: optional, shown: ["update:1 update"]),
    Case(
      testDescription: "a user who skipped is not asked again",
      events: [launch, fetch, first, .chosen("skip", of: "p"), fetch], rule: optional, shown: ["update:1 skip"]),
    Case(
      testDescription: "another rule's answer does not count",
      events: [launch, fetch, .shown("p", rule: "update:2"), .chosen("update", of: "p")], rule: optional,
      shown: ["update:1 later"]),
    Case(
      testDescription: "a button that the prompt does not offer is not pressed, and is used up",
      events: [
        launch, fetch, first, .chosen("skip", of: "p"), fetch, second, .chosen("update", of: "q"),
      ],
      rule: .make("update:1"), shown: ["update:1 later", "update:1 update"]),
    Case(
      testDescription: "a word that no prompt offers is used up too",
      events: [launch, fetch, first, .chosen("swipe", of: "p"), fetch, second, .chosen("update", of: "q")],
      rule: optional, shown: ["update:1 later", "update:1 update"]),
    Case(
      testDescription: "a button of a prompt that a launch had cleared does not count",
      events: [launch, fetch, first, launch, .chosen("update", of: "p")], rule: optional, shown: ["update:1 later"]),
    Case(
      testDescription: "a button of a prompt that another had replaced does not count",
      events: [launch, fetch, first, second, .chosen("update", of: "p")], rule: optional, shown: ["update:1 later"]),
    Case(
      testDescription: "a showing without an answer gives its turn to the next",
      events: [launch, fetch, first, launch, second, .chosen("update", of: "q")], rule: optional,
      shown: ["update:1 update"]),
    Case(
      testDescription: "a logged prompt that stayed on the screen keeps nothing away",
      events: [launch, first, fetch], rule: optional, shown: ["update:1 later"]),
    Case(
      testDescription: "a force comes again at each return while the app is the old one",
      events: [launch, fetch, .foregrounded(), .failed(), .attempted], rule: .make("update:1", .force),
      shown: Array(repeating: "update:1 update", count: 4)),
    Case(
      testDescription: "a heartbeat and a busy user see nothing",
      events: [launch, Policy.make([]).fetched(.heartbeat), .foregrounded(busy: true)],
      rule: .make("update:1", .force), shown: []),
    Case(
      testDescription: "logged showings do not count towards the most that are shown",
      events: [launch, first, .chosen("later", of: "p"), fetch, fetch], rule: .make("update:1", count: 1),
      shown: ["update:1 later"]),
    Case(
      testDescription: "a push waits as it did in the log",
      events: [launch, .pushed(url: "https://example.com/app"), .attempted], rule: optional, shown: ["push update"]),
    Case(
      testDescription: "a fetch that failed brings nothing", events: [launch, .failed()], rule: optional, shown: []),
  ]

  @Test("A counterfactual life shows what its policy says, and its user answers as before", arguments: cases)
  func counterfactualShowsTheOtherPolicy(example: Case) {
    #expect(shown(example.events, under: .make([example.rule])) == example.shown)
  }

  @Test(
    "A counterfactual user answers exit, update, later and dismiss where the log has no answer",
    arguments: zip(PromptKind.allCases, [Button.exit, .update, .later, .dismiss]))
  func defaultAnswersAreFixed(kind: PromptKind, answer: Button) {
    #expect(kind.usualAnswer == answer)
    #expect(shown([Self.launch, Self.fetch], under: .make([.make("r", kind)])) == ["r \(answer.rawValue)"])
  }
}

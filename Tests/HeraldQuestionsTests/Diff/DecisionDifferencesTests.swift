@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Where decisions part")
struct DecisionDifferencesTests {
  @Test("Differences of two decisions name exactly the tests that pass on one side alone", arguments: Seeds.all)
  func everyDifferingTestIsNamed(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var explanations: [Explanation] = []
    let documents = [Stream.randomDocument(&random), Self.limited, Stream.randomDocument(&random)]
    for index in 0..<12 {
      var stream = Stream.random(&random, count: 6)
      stream.append(.launched(["appPackageName": "a", "appVersionName": random.pick(["1.0", "2.0"])]))
      stream.append(.fetched(documents[index % 3], trigger: random.pick(FetchTrigger.allCases)))
      explanations.append(Explanation(try stream.question(), in: stream.state))
    }
    for (left, right) in zip(explanations, explanations.dropFirst()) {
      let found = DecisionDifferences(left, right)
      #expect(
        found.isSameAnswer
          == (left.decision.prompt == right.decision.prompt && left.decision.reason == right.decision.reason))
      for (own, other) in pairs(left, right) {
        // A test that a side does not ask passes there.
        let parted = RuleTest.allCases.filter { test in
          own.tests.allSatisfy { $0.test != test || $0.passed }
            != other.tests.allSatisfy { $0.test != test || $0.passed }
        }
        let named = found.rules.first { $0.rule == own.rule.id }?.tests.map(\.test) ?? []
        #expect(Set(named) == Set(parted))
        // The test that a side fails first decides, and stands first.
        if own.failed != other.failed {
          #expect(named.first.map { [own.failed, other.failed].contains($0) } == true)
        }
        #expect(found.alike.contains(own.rule.id) == (parted.isEmpty && own.failed == other.failed))
      }
    }
  }

  /// A document that asks tests which the random ones do not ask.
  private static let limited = #"""
    {"packageName":"a","quietHours":{"from":"22:00","to":"23:00"},"frequencyCaps":[{"cap":1,"periodInHours":24}],
     "updates":[{"id":1,"targetWebsiteUrl":"https://e.com","displayPeriodInHours":24,"descriptions":{"*":"m"},
       "frequencyCaps":[{"cap":5,"periodInHours":168}]}],
     "messages":[{"id":1,"descriptions":{"tr":"m"},"triggers":["launch"]}]}
    """#

  @Test(
    "A test that only one side's document asks is paired with none of the other's tests",
    arguments: [
      (#""frequencyCaps":[{"cap":5,"periodInHours":168}],"#, RuleTest.period),
      (#""frequencyCaps":[{"cap":1,"periodInHours":168}],"#, .caps), (#""triggers":["login"],"#, .trigger),
      (#""releasedAt":"2027-01-01","releasedForDays":1,"#, .age),
    ])
  func testsArePairedByName(key: String, expected: RuleTest) throws {
    func document(_ key: String) -> String {
      """
      {"packageName":"a","messages":[{"id":1,\(key)"displayPeriodInHours":24,"descriptions":{"*":"m"}}]}
      """
    }
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    stream.append(.fetched(document("")))
    let before = Explanation(try stream.question(), in: stream.state)
    stream.append(.shown("p", rule: "message:1", kind: .message))
    stream.append(.chosen("dismiss", of: "p"))
    stream.append(.fetched(document(key)))
    let found = DecisionDifferences(before, Explanation(try stream.question(), in: stream.state))
    #expect(found.rules.first?.tests.first?.test == expected)
    #expect(found.rules.first?.tests.first?.isDecisive == true)
  }

  private func pairs(_ left: Explanation, _ right: Explanation) -> [(ExplainedRule, ExplainedRule)] {
    left.rules.compactMap { own in right.rules.first { $0.rule.id == own.rule.id }.map { (own, $0) } }
  }

  @Test("Differences of two decisions pair what both rules compare, and list the rest alone")
  func comparisonsArePaired() throws {
    func explain(_ version: String, _ filters: String) throws -> Explanation {
      var stream = Stream()
      stream.append(.launched(["appPackageName": "a", "appVersionName": version, "deviceModel": "m"]))
      stream.append(
        .fetched(
          #"{"packageName":"a","updates":[{"id":1,"filters":{\#(filters)},"descriptions":{"*":"x"},"targetWebsiteUrl":"https://h/u"}]}"#
        ))
      return Explanation(try stream.question(), in: stream.state)
    }
    let left = try explain("1.0", #""appVersionName":"<2","deviceModel":"m""#)
    let right = try explain("2.0", #""appVersionName":"<2","deviceLanguage":"en""#)
    let rule = try #require(DecisionDifferences(left, right).rules.first)
    #expect(rule.endsDifferently)
    #expect(rule.tests.map(\.test) == [.filters])
    let pairs = try #require(rule.tests.first?.pairs)
    #expect(pairs.map { $0.left?.found } == ["1.0", "m", nil])
    #expect(pairs.map { $0.right?.found } == ["2.0", nil, nil])
    #expect(pairs.map { ($0.left ?? $0.right)?.subject } == ["appVersionName", "deviceModel", "deviceLanguage"])
  }
}

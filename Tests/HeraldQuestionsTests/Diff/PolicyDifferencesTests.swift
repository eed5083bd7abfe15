@testable import HeraldQuestions
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("What was changed in a policy")
struct PolicyDifferencesTests {
  private func policy(_ rules: String, _ more: String = "") throws -> Policy {
    let text = #"{"packageName":"a",\#(more)"updates":[\#(rules)]}"#
    guard case .accepted(let policy) = Formats.read(Document(text: text, format: "herald")).reading else {
      throw Refused(text: text)
    }
    return policy
  }

  private struct Refused: Error { let text: String }

  private func rule(_ id: Int, _ keys: String = "") -> String {
    #"{"id":\#(id),"targetWebsiteUrl":"https://h/u",\#(keys)"descriptions":{"*":"x"}}"#
  }

  @Test(
    "Differences of two policies name the key that was added, removed or changed",
    arguments: [
      (#""filters":{"deviceModel":"x"},"#, "/filters/deviceModel", "x"),
      (#""targetVersion":"2.0","#, "/targetVersion", "2.0"), (#""targetVersionCode":7,"#, "/targetVersionCode", "7"),
      (#""rollout":12.5,"#, "/rollout", "12.5 %"),
      (#""displayAfterDate":"2026-03-02","#, "/displayAfterDate", "2026-03-02"),
      (#""displayBeforeDate":"2026-03-02","#, "/displayBeforeDate", "2026-03-02"),
      (#""maxDisplayCount":3,"#, "/maxDisplayCount", "3"),
      (#""displayPeriodInHours":24,"#, "/displayPeriodInHours", "1 d"),
      (#""targetPackageName":"b","#, "/targetPackageName", "b"), (#""skippable":true,"#, "/skippable", "true"),
    ])
  func changedKeyIsNamed(_ key: String, _ name: String, _ text: String) throws {
    let (plain, keyed) = (try policy(rule(1)), try policy(rule(1, key)))
    guard case .changed(_, _, let added, moved: false)? = PolicyDifferences(plain, keyed).rules.first,
      case .changed(_, _, let removed, moved: false)? = PolicyDifferences(keyed, plain).rules.first
    else {
      Issue.record("the rule is not changed")
      return
    }
    #expect(added.map(\.key) == [name])
    #expect(removed.map(\.key) == [name])
    #expect(added[0].left == nil)
    #expect(added[0].right?.text == text)
    #expect(added[0].right?.place?.line == 1)
    #expect(removed[0].left == added[0].right)
    #expect(removed[0].right == nil)
    #expect(PolicyDifferences(keyed, keyed).isEmpty)
  }

  @Test("Differences of two policies name kind, destination and texts")
  func kindDestinationAndTextsAreNamed() throws {
    let other = try policy(#"{"id":1,"targetWebsiteUrl":"https://h/v","forceUpdate":true,"descriptions":{"*":"y"}}"#)
    guard case .changed(_, _, let keys, moved: false)? = PolicyDifferences(try policy(rule(1)), other).rules.first
    else {
      Issue.record("the rule is not changed")
      return
    }
    #expect(keys.map(\.key) == ["kind", "destination", "destination on Android", "/descriptions/*/message"])
    #expect(keys.map { $0.right?.text } == ["force", "https://h/v", "https://h/v", "y"])
  }

  @Test("Differences of two policies name rules that were added, removed or moved")
  func addedRemovedAndMovedRulesAreNamed() throws {
    let differences = PolicyDifferences(
      try policy([rule(1), rule(2), rule(3), rule(4)].joined(separator: ",")),
      try policy([rule(5), rule(3), rule(2), rule(4)].joined(separator: ","), #""revision":7,"#))
    let words = differences.rules.map { edit in
      switch edit {
      case .added(let rule): "+\(rule.id)"
      case .removed(let rule): "-\(rule.id)"
      case .changed(let rule, _, let keys, let moved): "\(rule.id) \(keys.count) \(moved)"
      }
    }
    #expect(words == ["-update:1", "update:2 0 true", "update:3 0 true", "+update:5"])
    #expect(differences.equal == ["update:4"])
    #expect(differences.values.map(\.key) == ["digest", "revision"])
  }

  @Test("Documents with equal values decide the same, whatever the order of their keys", arguments: Seeds.all)
  func equalDocumentsDecideTheSame(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func read(_ text: String) -> Policy? {
      guard case .accepted(let policy) = Formats.read(Document(text: text, format: "herald")).reading else {
        return nil
      }
      return policy
    }
    for _ in 0..<20 {
      guard let left = read(Stream.randomDocument(&random)), let right = read(Stream.randomDocument(&random)) else {
        continue
      }
      let forth = PolicyDifferences(left, right)
      #expect(forth.rules.count + forth.equal.count == Set((left.rules + right.rules).map(\.id)).count)
      let back = PolicyDifferences(right, left)
      #expect(Set(forth.equal) == Set(back.equal))
      #expect(Set(forth.values.map(\.key)) == Set(back.values.map(\.key)))
      #expect(PolicyDifferences(left, left).isEmpty)
    }
  }
}

import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The edits of a document in one place")
struct PolicyEditsTests {
  private static func policy(_ text: String) throws -> (policy: Policy, root: JSONNode) {
    guard case .accepted(let policy) = Formats.reading(Document(text: text, format: "herald")) else {
      throw Unreadable()
    }
    return (policy, try JSONNode.read(text, lenient: true).node)
  }

  private struct Unreadable: Error {}

  /// The edits of an update with some more keys, as `key change from to`, without that which leaves the rule out.
  private static func edits(_ keys: String, root: String = "") throws -> [String] {
    let (policy, node) = try policy(
      #"{"packageName":"com.example",\#(root)"updates":[{"id":4,\#(keys)"descriptions":{"*":"x"},"#
        + #""targetWebsiteUrl":"https://example.com"}]}"#)
    return PolicyEdits.all(of: policy, in: node).filter { !($0.key.isEmpty && $0.rule == "update:4") }.map { edit in
      [edit.key, edit.change.rawValue, edit.part, edit.from, edit.to ?? "null"].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  @Test(
    "A value has the edits of its kind",
    arguments: [
      (#""displayPeriodInHours":24,"#, ["/displayPeriodInHours doubled 24 48", "/displayPeriodInHours halved 24 12"]),
      (#""displayPeriodInHours":0,"#, []),
      (#""rollout":"60","#, ["/rollout doubled 60 100", "/rollout halved 60 30"]),
      (#""rollout":100,"#, ["/rollout halved 100 50"]),
      (#""maxDisplayCount":0,"#, ["/maxDisplayCount higher 0 1"]),
      (#""forceUpdate":"1","#, ["/forceUpdate turned 1 false"]),
      (#""targetVersion":"4.0","#, ["/targetVersion higher 4.0 4.1", "/targetVersion lower 4.0 3"]),
      (
        #""targetVersion":"3.9 (120)","#,
        ["/targetVersion higher 3.9 (120) 3.10", "/targetVersion lower 3.9 (120) 3.8"]
      ),
      (
        #""displayAfterDate":"2026-02-28T08:00","#,
        [
          "/displayAfterDate later 2026-02-28T08:00 2026-03-01T08:00",
          "/displayAfterDate earlier 2026-02-28T08:00 2026-02-27T08:00",
        ]
      ),
      (
        #""quietHours":{"from":"23:00","to":"00:00"},"#,
        [
          "/quietHours leftOut null", "/quietHours/from earlier 23:00 22:00", "/quietHours/to later 00:00 01:00",
        ]
      ),
      (
        #""frequencyCaps":[{"cap":1,"periodInHours":24}],"#,
        [
          "/frequencyCaps/0 leftOut null", "/frequencyCaps/0/cap higher 1 2",
          "/frequencyCaps/0/periodInHours doubled 24 48", "/frequencyCaps/0/periodInHours halved 24 12",
        ]
      ),
      (
        #""triggers":["launch","manual"],"#,
        [
          #"/triggers wordLeftOut launch ["launch","manual"] ["manual"]"#,
          #"/triggers wordLeftOut manual ["launch","manual"] ["launch"]"#,
        ]
      ),
      (#""weekdays":["mo"],"#, [#"/weekdays wordLeftOut mo ["mo"] null"#]),
      (
        #""filters":{"appVersionName":"<4.0, !3.1"},"#,
        [
          "/filters/appVersionName partLeftOut <4.0 <4.0, !3.1 !3.1",
          "/filters/appVersionName inclusive <4.0 <4.0, !3.1 <=4.0, !3.1",
          "/filters/appVersionName higher <4.0 <4.0, !3.1 <4.1, !3.1",
          "/filters/appVersionName lower <4.0 <4.0, !3.1 <3, !3.1",
          "/filters/appVersionName partLeftOut !3.1 <4.0, !3.1 <4.0",
        ]
      ),
      (#""filters":{"deviceOsName":"ios"},"#, ["/filters/deviceOsName partLeftOut ios ios null"]),
    ])
  func valuesAreEdited(keys: String, edits: [String]) throws { #expect(try Self.edits(keys) == edits) }

  @Test("A key that its rule does not read has no edits")
  func unreadKeysHaveNone() throws {
    #expect(
      try Self.edits(#""forceUpdate":true,"deadline":{"at":"2026-12-01"},"#) == ["/forceUpdate turned true false"])
    #expect(try Self.edits("", root: #""maxDisplayCount":3,"#).isEmpty)
  }

  @Test("Every edit of every document of the corpus leaves a document that is read, and is another one")
  func editedDocumentsAreRead() throws {
    var asked = 0
    for text in Corpus.documents.values {
      guard let (policy, root) = try? Self.policy(text) else { continue }
      for edit in PolicyEdits.all(of: policy, in: root) {
        asked += 1
        let edited = try #require(edit.text(of: root), "\(edit.key)")
        let (after, node) = try Self.policy(edited)
        #expect(!node.isEqualValue(to: root), "\(edit.key) \(edit.change)")
        #expect(after.packageName == policy.packageName && after.revision == policy.revision)
        #expect(after.rules.count >= policy.rules.count - 1, "\(edit.key) \(edit.change)")
      }
    }
    #expect(asked > 900)
  }
}

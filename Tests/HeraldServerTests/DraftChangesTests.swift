import Herald
import Testing

@testable import HeraldServer

@Suite("The changes of a draft on the page")
struct DraftChangesTests {
  private static func publish(_ policy: String, on server: TestedServer) async throws {
    let answer = try await server.request(.put, PolicyRouteTests.path, Array(policy.utf8))
    #expect(answer.status == 201, "\(answer.text)")
  }

  /// The page with a draft that was tried.
  private static func page(_ draft: String, on server: TestedServer) async throws -> String {
    let page = try await server.ask("/policies", server.token, form: ["do": "try", "document": draft])
    #expect(page.status == 200)
    return page.text
  }

  @Test("A draft is compared with the policy in force: the devices, and what they see before and after")
  func changes() async throws {
    try await TestedServer.run { server in
      try await Self.publish(AnalyzeRouteTests.policy(), on: server)
      let page = try await Self.page(AnalyzeRouteTests.force, on: server)
      #expect(page.contains("What changes for whom"))
      #expect(page.contains("<td>An optional update</td><td>A forced update</td>"), "\(page)")
      #expect(page.contains("versions below 4.0"))
      #expect(page.contains("✗ Some further device is forced."))
      let same = try await Self.page(AnalyzeRouteTests.policy(revision: 2), on: server)
      #expect(same.contains("✓ Every device sees the same."))
      #expect(!same.contains("Under the draft"))
    }
  }

  @Test("Where no policy is in force, or the draft has errors, nothing is compared")
  func nothing() async throws {
    try await TestedServer.run { server in
      let first = try await Self.page(AnalyzeRouteTests.force, on: server)
      #expect(!first.contains("What changes for whom"))
      try await Self.publish(AnalyzeRouteTests.policy(), on: server)
      let broken = try await Self.page("{", on: server)
      #expect(!broken.contains("What changes for whom"))
    }
  }

  @Test("What a limit leaves open is said to be not decided")
  func limit() async throws {
    try await TestedServer.run { server in
      try await Self.publish(AnalyzeRouteTests.policy(PromiseGateTests.undecided), on: server)
      let page = try await Self.page(AnalyzeRouteTests.policy(PromiseGateTests.undecided, revision: 2), on: server)
      #expect(page.contains("? Not decided (equivalent): hours and days beside dates"), "\(page)")
    }
  }

  @Test("The promises stand with their verdicts, and texts of a draft never become elements")
  func promises() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(
        server, #"[{"every":{},"canLeave":"force"},{"every":{"</code><script>":"<1"},"is":"shown"}]"#)
      let page = try await Self.page(AnalyzeRouteTests.policy(#""filters":{"<b>":"<i>"},"#), on: server)
      #expect(page.contains("<h3>Promises</h3>"))
      #expect(page.contains("<br>Holds"))
      #expect(page.contains("<br>Does not hold: nothing on version"), "\(page)")
      #expect(!page.contains("<script>\":"))
      #expect(!page.contains("<b>"))
    }
  }
}

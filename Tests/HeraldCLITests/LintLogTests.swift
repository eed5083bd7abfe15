import Foundation
import Testing

@Suite("herald lint --log")
struct LintLogTests {
  private static let log = "Events/update/ten-is-newer-than-nine/log.jsonl"
  private static let policy = """
    {"packageName":"com.example.notes","revision":3,"updates":[
     {"id":1,"forceUpdate":true,"targetGooglePlay":true,"targetVersion":"2.10","descriptions":{"*":"x"}}]}
    """

  private func run(_ more: String..., policy: String = policy) throws -> Herald.Run {
    let scratch = try Scratch()
    let file = try scratch.write(policy, to: "policy.json")
    return try Herald.run(["lint", file, "--at", "2026-03-02T08:00:00Z"] + more)
  }

  @Test("herald lint --log adds to its findings whom they touch, in words and as JSON")
  func lintAsksWhomADocumentReaches() throws {
    let run = try run("--log", Self.log)
    // One of the log's phones reports a version that cannot be compared.
    #expect(run.status == 3)
    #expect(run.lines.contains { $0.contains(#""code":"lockedOut""#) && $0.hasSuffix(#""installations":2}"#) })
    #expect(run.lines.last?.contains(#""installations":11,"inactive":0,"ofThisApp":11"#) == true)
    let words = try self.run("--log", Self.log, "--format", "human")
    #expect(words.output.contains("who 2 of 11 installations"))
    #expect(words.output.contains("Reach: this app runs on 11 of 11 installations"))
    #expect(try !self.run().output.contains("installations"))
  }

  @Test("herald lint --log ends with status 3 where the document is refused, or with --strict where it locks out")
  func lintEndsWithStatus3() throws {
    let refused = try run("--log", Self.log, policy: "{}")
    #expect(refused.status == 3)
    #expect(refused.lines.count == 1)
    #expect(refused.lines.first?.hasSuffix(#""installations":11}"#) == true)
    #expect(try run("--log", Self.log, "--strict").status == 3)
  }

  @Test("herald lint --log counts the installations of each log that it is given, and of one with --source")
  func lintReadsSeveralLogs() throws {
    let twice = try run("--log", Self.log, "--log", Self.log)
    #expect(twice.lines.last?.contains(#""installations":22"#) == true)
    let one = try run("--log", Self.log, "--source", "60a1f007")
    #expect(one.lines.last?.contains(#""installations":1,"#) == true)
  }
}

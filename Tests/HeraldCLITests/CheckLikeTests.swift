import Foundation
import Testing

@Suite("herald check --like")
struct CheckLikeTests {
  private static let log = "Events/update/forced-until-updated/log.jsonl"
  private static let weekly = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald check --like asks the question of its options, in words and as JSON")
  func likeAsksTheQuestionOfItsOptions() throws {
    let words = try Herald.run("check", "--like", Self.weekly, "--until", "3", "--format", "human")
    #expect(words.status == 0)
    #expect(words.output.hasPrefix("/installations/aa10c4e9 as `\(Self.weekly)` leaves it at revision 3, asked at "))
    #expect(words.output.contains("At a return:"))
    #expect(words.output.contains("At the next launch:"))
    let arguments = ["check", "--like", Self.log, "--source", "a41b77d3", "--until", "3", "--trigger", "launch"]
    let before = try Herald.run(arguments)
    #expect(before.lines.count == 1)
    #expect(before.output.contains(#""trigger":"launch","reason":"shown""#))
    let after = try Herald.run(arguments + ["--property", "appVersionCode=400"])
    #expect(after.output.contains(#""trigger":"launch","reason":"noRule""#))
  }

  @Test("herald check --like ends with status 3 where the device refuses a policy, and for an unknown installation")
  func likeEndsWithStatus3() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(#"{"packageName":"com.example.banco"}"#, to: "old.json")
    let refused = try Herald.run("check", "--like", Self.weekly, "--policy", policy)
    #expect(refused.status == 3)
    #expect(refused.codes == ["rollback"])
    let unknown = try Herald.run("check", "--like", Self.log, "--source", "nobody")
    #expect(unknown.status == 3)
    #expect(unknown.codes == ["noInstallation"])
  }

  @Test("herald check without a policy and without a log says what is missing")
  func aPolicyOrALogIsNeeded() throws {
    let run = try Herald.run("check", "--property", "appVersionName=1.0")
    #expect(run.status == 64)
    #expect(run.errors.contains("--like LOG"))
  }
}

import Foundation
import Testing

@Suite("herald check --like")
struct CheckLikeTests {
  private static let log = "Events/update/forced-until-updated/log.jsonl"
  private static let weekly = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("A device of a log is asked at a return and at its next launch")
  func aLoggedDeviceIsAskedTwice() throws {
    let run = try Herald.run("check", "--like", Self.weekly, "--until", "3", "--time", "2030-01-01T00:00:00Z")
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains(#""trigger":"foreground""#))
    #expect(run.lines[1].contains(#""trigger":"launch""#))
    #expect(run.lines[1].contains(#""rule":"message:101""#))
    let words = try Herald.run("check", "--like", Self.weekly, "--until", "3", "--format", "human")
    #expect(words.output.contains("At a return:"))
    #expect(words.output.contains("At the next launch:"))
  }

  @Test("A device of a log sees nothing more after the update that its forced prompt asks for")
  func anUpdateChangesTheAnswer() throws {
    let arguments = ["check", "--like", Self.log, "--until", "3", "--trigger", "launch"]
    let before = try Herald.run(arguments)
    let after = try Herald.run(arguments + ["--property", "appVersionCode=400"])
    #expect(before.output.contains(#""reason":"shown""#))
    #expect(after.output.contains(#""reason":"noRule""#))
  }

  @Test("A device of a log is asked under another policy, and keeps what it has seen")
  func anotherPolicyIsTried() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.weekly), encoding: .utf8)
    let app = try #require(text.firstMatch(of: /"appPackageName":"([^"]+)"/)?.1)
    let rule = #"{"id":101,"maxDisplayCount":1,"descriptions":{"*":"x"}}"#
    let policy = try scratch.write(#"{"packageName":"\#(app)","revision":99,"messages":[\#(rule)]}"#, to: "new.json")
    let run = try Herald.run(
      "check", "--like", Self.weekly, "--policy", policy, "--trigger", "launch", "--time", "2030-01-01T00:00:00Z")
    #expect(run.output.contains(#"{"rule":"message:101","failed":"count""#))
  }

  @Test("A device of a log refuses an older document, and herald check says why")
  func anOlderDocumentIsRefused() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.weekly), encoding: .utf8)
    let app = try #require(text.firstMatch(of: /"appPackageName":"([^"]+)"/)?.1)
    let policy = try scratch.write(#"{"packageName":"\#(app)"}"#, to: "old.json")
    let run = try Herald.run("check", "--like", Self.weekly, "--policy", policy)
    #expect(run.status == 3)
    #expect(run.codes == ["rollback"])
  }

  @Test("herald check without a policy and without a log says what is missing")
  func aPolicyOrALogIsNeeded() throws {
    let run = try Herald.run("check", "--property", "appVersionName=1.0")
    #expect(run.status == 64)
    #expect(run.errors.contains("--like LOG"))
  }

  @Test("herald check --like reports an unknown installation")
  func anUnknownInstallationIsReported() throws {
    let run = try Herald.run("check", "--like", Self.log, "--source", "nobody")
    #expect(run.status == 3)
    #expect(run.codes == ["noInstallation"])
  }
}

import Foundation
import Testing

@Suite("herald analyze")
struct AnalyzeCommandTests {
  private static let policy = """
    {"packageName":"com.example.shop","updates":[
    {"id":"1","forceUpdate":true,"filters":{"appVersionName":"<4.0"},"descriptions":{"*":"New."},"targetWebsiteUrl":"https://example.com"},
    {"id":"2","filters":{"appVersionName":"<3"},"descriptions":{"*":"New."},"targetWebsiteUrl":"https://example.com"}]}
    """

  @Test("herald analyze names the rule that hides another, and --fail-if makes it status 2")
  func covered() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let human = try Herald.run("analyze", file, "--format", "human")
    #expect(human.status == 0)
    #expect(human.output.contains("of 2 rules 1 can be shown, 1 never"))
    #expect(human.output.contains("never shown: update:1 is shown first, on every such device"))
    #expect(human.output.contains("version 4.0 ends it"))
    let failing = try Herald.run("analyze", file, "--format", "json", "--fail-if", "never > 0")
    #expect(failing.status == 2)
    #expect(failing.errors.contains("never is 1"))
    #expect(failing.lines.last?.hasSuffix(#""summary":{"rules":2,"shown":1,"never":1,"notDecided":0}}"#) ?? false)
    #expect(try Herald.run("analyze", file, "--fail-if", "notDecided > 0").status == 0)
  }

  @Test("The logs of -o are logs that herald why explains, and none is replaced")
  func witnesses() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("witnesses").path
    #expect(try Herald.run("analyze", file, "-o", folder).status == 0)
    let why = try Herald.run("why", "\(folder)/shown-update-1.jsonl", "--format", "human")
    #expect(why.status == 0)
    #expect(why.output.contains("update:1"))
    let again = try Herald.run("analyze", file, "-o", folder)
    #expect(again.status != 0)
    #expect(again.errors.contains("cannot be written"))
  }

  private static let forced = policy.replacing(#""2","filters""#, with: #""2","forceUpdate":true,"filters""#)
    .replacing(#"{"appVersionName":"<4.0"}"#, with: #"{"appVersionName":"<3.5"}"#)

  @Test("--against tells each change with two logs, and --fail-if compares the verdicts")
  func against() throws {
    let scratch = try Scratch()
    let (new, old) = (try scratch.write(Self.forced, to: "new.json"), try scratch.write(Self.policy, to: "old.json"))
    let human = try Herald.run("analyze", new, "--against", old, "--format", "human")
    #expect(human.status == 0)
    #expect(human.output.contains("kind of change"))
    #expect(human.output.contains("No further device is forced."))
    let folder = URL(fileURLWithPath: new).deletingLastPathComponent().appendingPathComponent("logs").path
    let failing = try Herald.run(
      "analyze", new, "--against", old, "--format", "json", "-o", folder, "--fail-if", "equivalent != holds")
    #expect(failing.status == 2)
    #expect(failing.errors.contains("equivalent is doesNotHold"))
    #expect(failing.lines.last?.contains(#""forcesNoMore":"holds""#) ?? false)
    let why = try Herald.run("why", "\(folder)/change-1-before.jsonl", "--format", "human")
    #expect(why.status == 0)
    #expect(why.output.contains("update:1"))
    #expect(try Herald.run("analyze", new, "--against", new, "--fail-if", "changes > 0").status == 0)
  }

  @Test("--promises ends with status 2 unless all hold, and finds documents beside its file")
  func promises() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    _ = try scratch.write(Self.policy, to: "old.json")
    let kept = try scratch.write(
      #"[{"every":{"appVersionName":"<4.0"},"is":"forced"},{"against":"old.json","shows":"noMore"}]"#, to: "kept.json")
    let human = try Herald.run("analyze", file, "--promises", kept, "--format", "human")
    #expect(human.status == 0, "\(human.errors)")
    #expect(human.output.contains("2 of 2 promises hold"))
    let broken = try scratch.write(#"[{"rule":"update:2","is":"reachable"}]"#, to: "broken.json")
    let failing = try Herald.run("analyze", file, "--promises", broken, "--format", "json")
    #expect(failing.status == 2)
    #expect(failing.lines.first?.contains(#""verdict":"doesNotHold""#) ?? false)
    let wrong = try scratch.write("[{\n \"every\": {}, \"is\": \"blocked\"}]", to: "wrong.json")
    let refused = try Herald.run("analyze", file, "--promises", wrong)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("wrong.json:2:21"), "\(refused.errors)")
  }

  @Test("--assume leaves devices out of rules, changes and promises, and says so")
  func assume() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      Self.policy.replacing(#"{"appVersionName":"<4.0"}"#, with: #"{"appVersionName":"''"}"#), to: "policy.json")
    let human = try Herald.run("analyze", file, "--assume", "usual", "--format", "human")
    #expect(human.status == 0, "\(human.errors)")
    #expect(human.output.contains("1 never (of usual devices)"))
    let json = try Herald.run("analyze", file, "--assume", "usual", "--format", "json")
    #expect(json.lines.last?.hasSuffix(#""notDecided":0,"assume":"usual"}}"#) ?? false)
    let supported = try scratch.write(#"{"appVersionName":">=3"}"#, to: "supported.json")
    let promises = try scratch.write(#"[{"every":{},"is":"nothing"}]"#, to: "promises.json")
    #expect(try Herald.run("analyze", file, "--promises", promises).status == 2)
    #expect(try Herald.run("analyze", file, "--promises", promises, "--assume", supported).status == 0)
    let wrong = try scratch.write("[{\n \"deviceOSName\": \"ios\"}]", to: "wrong.json")
    let refused = try Herald.run("analyze", file, "--assume", wrong)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("wrong.json:1:2"), "\(refused.errors)")
    #expect(refused.errors.contains("deviceOsName"))
  }

  @Test("-o FILE.html is a page of the rules or of the changes, and replaces nothing unasked")
  func page() throws {
    let scratch = try Scratch()
    let (new, old) = (try scratch.write(Self.forced, to: "new.json"), try scratch.write(Self.policy, to: "old.json"))
    let path = scratch.path("rules.html")
    #expect(try Herald.run("analyze", new, "-o", path).status == 0)
    let rules = try String(contentsOfFile: path, encoding: .utf8)
    #expect(rules.hasPrefix("<!doctype html>"))
    #expect(rules.contains("the rules of a policy"))
    let again = try Herald.run("analyze", new, "--against", old, "-o", path)
    #expect(again.status != 0)
    #expect(again.errors.contains("--force"))
    #expect(try Herald.run("analyze", new, "--against", old, "-o", path, "--force").status == 0)
    let changes = try String(contentsOfFile: path, encoding: .utf8)
    #expect(changes.contains("what a policy changes"))
    #expect(changes.contains("<h3>Before</h3>"))
    let policy = try scratch.write(Self.policy, to: "policy.html")
    let itself = try Herald.run("analyze", new, "--against", policy, "-o", policy, "--force")
    #expect(itself.errors.contains("belongs to what the command reads"), "\(itself.errors)")
  }

  @Test("--format sarif has a result for each rule that is never shown, at its place")
  func sarif() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let run = try Herald.run("analyze", file, "--format", "sarif")
    #expect(run.status == 0)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["neverShownRule"])
    #expect(run.output.contains("`update:2` is never shown."))
    let json = try Herald.run("analyze", file, "--format", "json")
    #expect(json.output.contains(#""place":{"line":3,"#))
    #expect(run.output.filter { !$0.isWhitespace }.contains(#""startLine":3,"#), "\(run.output)")
    #expect(try Herald.run("analyze", file, "--format", "sarif", "--fail-if", "never > 0").status == 2)
  }

  @Test("--like counts the devices of a log beside each log, and a log that is not there ends it")
  func like() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let log = "Events/update/forced-until-updated/log.jsonl"
    let json = try Herald.run("analyze", file, "--like", log, "--format", "json")
    #expect(json.status == 0, "\(json.errors)")
    #expect(json.lines.first?.hasSuffix(#""like":{"installations":0,"of":1}}}"#) ?? false, "\(json.output)")
    let human = try Herald.run("analyze", file, "--against", file, "--like", log, "--format", "human")
    #expect(human.status == 0, "\(human.errors)")
    let missing = try Herald.run("analyze", file, "--like", scratch.path("none.jsonl"))
    #expect(missing.status != 0)
    #expect(missing.errors.contains("none.jsonl"))
    #expect(try Herald.run("analyze", file, "--jobs", "2").errors.contains("Add --like"))
  }

  @Test(
    "Wrong input is told with what would be right",
    arguments: [
      (["--fail-if", "nevr > 0"], Int32(64), "The figures are rules, shown, never, notDecided, leftOut, changes"),
      (["--fail-if", "never"], Int32(64), "such as 'never > 0'"), (["--from", "yesterday"], Int32(64), "yesterday"),
      (["--fail-if", "equivalent != true"], Int32(64), "holds, doesNotHold, notDecided"),
      (["--fail-if", "changes > 0"], Int32(64), "Add --against"),
      (["--against", "-", "--promises", "-"], Int32(64), "only once"),
      (["--against", "-", "--assume", "-"], Int32(64), "only once"),
      (["--policy-format", "sparkle"], Int32(64), "herald, turkcell"),
      (["-o", "p.html", "--promises", "-"], Int32(64), "Name a folder"), (["--force"], Int32(64), "Name it with -o"),
      (["--format", "sarif", "--promises", "-"], Int32(64), "one policy"),
    ])
  func wrongInput(_ options: [String], _ status: Int32, _ words: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let run = try Herald.run(["analyze", file] + options)
    #expect(run.status == status)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test("A document that is refused ends it with status 3")
  func refused() throws {
    let run = try Herald.run(["analyze", "-"], input: "{}x")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
  }
}

import Foundation
import Testing

@Suite("herald whatif")
struct WhatIfTests {
  private static let log = "Events/message/three-times-a-week-apart/log.jsonl"
  private static let fleet = "Events/log/several-installations-interleaved/log.jsonl"

  /// A policy of one update for every app of these logs.
  private static func policy(_ keys: String, packageName: String) -> String {
    """
    {"packageName":"\(packageName)","revision":1000,"updates":[{"id":1,"descriptions":{"*":"Please update."},\(keys)}]}
    """
  }

  private static let force = #""forceUpdate":true,"targetWebsiteUrl":"https://example.com/app""#
  private static let exit = #""forceExit":true"#

  private func packageName(of log: String) throws -> String {
    let text = try String(contentsOf: Herald.root.appendingPathComponent(log), encoding: .utf8)
    return String(try #require(text.firstMatch(of: /"appPackageName":"([^"]+)"/)?.1))
  }

  /// A run with a policy of one rule for the app of a log.
  private func run(_ keys: String, _ log: String, _ more: String...) throws -> Herald.Run {
    let scratch = try Scratch()
    let policy = try scratch.write(Self.policy(keys, packageName: packageName(of: log)), to: "new.json")
    return try Herald.run(["whatif", log, "--policy", policy] + more)
  }

  @Test("herald whatif suggests a command for one installation that works")
  func whatIfSuggestsAWorkingCommand() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      Self.policy(Self.exit, packageName: packageName(of: Self.log)), to: "new.json")
    let run = try Herald.run("whatif", Self.log, "--policy", policy, "--format", "human")
    #expect(run.status == 0)
    let command = "herald whatif \(Self.log) --policy \(policy) --source /installations/aa10c4e9"
    #expect(run.output.contains(command))
    let one = try Herald.run(command.split(separator: " ").dropFirst().map(String.init) + ["--format", "human"])
    #expect(one.status == 0)
    #expect(one.output.contains("after   → shows update:1 (exit) “Please update.” [exit], answered exit"))
    let few = try Herald.run("whatif", Self.log, "--policy", policy, "--format", "human", "--examples", "0")
    #expect(few.output.contains("and 1 more installation"))
  }

  @Test("herald whatif prints the same for a log, its copy on standard input, and its ledger", arguments: [fleet, log])
  func whatIfGivesTheSameForEveryInput(log: String) throws {
    let scratch = try Scratch()
    let policy = try scratch.write(Self.policy(Self.force, packageName: packageName(of: log)), to: "new.json")
    let fromLog = try Herald.run("whatif", log, "--policy", policy)
    #expect(fromLog.status == 0)
    #expect(fromLog.lines.count > 4)
    let text = try String(contentsOf: Herald.root.appendingPathComponent(log), encoding: .utf8)
    #expect(try Herald.run("whatif", "-", "--policy", policy, input: text).output == fromLog.output)
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    #expect(try Herald.run("whatif", ledger, "--policy", policy).lines.sorted() == fromLog.lines.sorted())
    let both = try Herald.run("whatif", log, ledger, "--policy", policy)
    #expect(both.lines.count { $0.contains(#""source""#) } == 2 * fromLog.lines.count { $0.contains(#""source""#) })
  }

  @Test("herald whatif --baseline compares two policies, whatever the log's own was")
  func whatIfComparesWithABaseline() throws {
    let scratch = try Scratch()
    let name = try packageName(of: Self.log)
    let old = try scratch.write(Self.policy(Self.exit, packageName: name), to: "old.json")
    let new = try scratch.write(Self.policy(Self.force, packageName: name), to: "new.json")
    let same = try Herald.run("whatif", Self.log, "--policy", old, "--baseline", old, "--fail-if", "changed > 0")
    #expect(same.status == 0)
    #expect(same.lines.last?.contains(#""changed":0"#) == true)
    let words = try Herald.run("whatif", Self.log, "--policy", new, "--baseline", old, "--format", "human")
    #expect(words.output.contains("--baseline \(old) --source"))
  }

  @Test(
    "herald replay and herald whatif end with status 3 for a document that no device can read",
    arguments: ["whatif", "replay"],
    [("{", "invalidJSON"), ("[]", "invalidDocument"), ("{}", "missingPackageName")])
  func anUnreadablePolicyEndsWithStatus3(command: String, policy: (text: String, code: String)) throws {
    let scratch = try Scratch()
    let file = try scratch.write(policy.text, to: "new.json")
    let run = try Herald.run(command, Self.log, "--policy", file)
    #expect(run.status == 3)
    #expect(run.codes == [policy.code])
    #expect(run.output.isEmpty)
  }

  @Test("A policy that is not UTF-8, or too large, ends with status 3 in every command that takes one")
  func badBytesEndWithStatus3() throws {
    let scratch = try Scratch()
    let (latin, large) = (scratch.path("latin.json"), scratch.path("large.json"))
    try (Data(#"{"packageName":""#.utf8) + [0xE9] + Data(#""}"#.utf8)).write(to: URL(fileURLWithPath: latin))
    let padding = String(repeating: " ", count: 1 << 20)
    try Data((#"{"packageName":"x"}"# + padding).utf8).write(to: URL(fileURLWithPath: large))
    for file in [latin, large] {
      for command in [["replay", Self.log], ["whatif", Self.log], ["check"]] {
        #expect(try Herald.run(command + ["--policy", file]).status == 3)
      }
      #expect(try Herald.run("lint", file).status == 3)
    }
  }

  @Test("herald whatif ends with status 3 for an installation that is not in the log", arguments: [fleet, log])
  func whatIfReportsAnUnknownInstallation(log: String) throws {
    let run = try run(Self.force, log, "--source", "/none")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("error[noInstallation]"))
  }

  @Test(
    "herald whatif --fail-if ends with status 2 exactly where its comparison holds",
    arguments: [
      ("lockedOut > 0", 2), ("lockedOut>0", 2), ("lockedOut >= 2", 0), ("lockedOut == 1", 2), ("lockedOut != 1", 0),
      ("blocked < 1", 0), ("newly <= 1", 2), ("blocked > 50%", 2), ("blocked > 100 %", 0), ("lockedOutAhead > 0", 0),
    ])
  func whatIfEndsWithStatus2WhereALimitHolds(limit: String, status: Int32) throws {
    let run = try run(Self.exit, Self.log, "--fail-if", limit)
    #expect(run.status == status)
    #expect(run.errors.contains("holds") == (status == 2))
    #expect(run.lines.last?.contains(#""lockedOut":1"#) == true)
  }

  @Test(
    "herald whatif refuses a length of time that is none, or looks too far ahead",
    arguments: ["--ahead=367d", "--ahead=-1d", "--ahead=soon", "--ahead=30", "--shift=1y", "--active-within=-1d"])
  func whatIfRefusesALength(option: String) throws {
    let run = try run(Self.exit, Self.log, option)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test("herald whatif looks as far ahead as it is told to")
  func whatIfLooksAhead() throws {
    let run = try run(Self.force, Self.log, "--ahead", "366d", "--shift=-45d", "--active-within", "30d")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.last?.contains(#""ahead":{"from":""#) == true)
    #expect(run.lines.last?.contains(#""questioned":1,"clocksOff":0"#) == true)
  }

  @Test("herald whatif checks every --fail-if that it is given")
  func whatIfChecksEveryLimit() throws {
    let run = try run(Self.exit, Self.log, "--fail-if", "lockedOut > 5", "--fail-if", "blocked > 0")
    #expect(run.status == 2)
    #expect(run.errors.contains(#"--fail-if "blocked > 0" holds: blocked is 1."#))
    #expect(!run.errors.contains("lockedOut"))
  }

  @Test(
    "herald whatif --fail-if refuses an unreadable comparison, and lists what can be written",
    arguments: [
      ("lockedout > 0", "Did you mean 'lockedOut'?"), ("users > 0", "The figures are installations, changed,"),
      ("blocked", "Put one of < <= > >= == !="), ("blocked => 1", "Put one of < <= > >= == !="),
      ("blocked > one", "is not a whole number"), ("blocked > +1", "is not a whole number"),
      (" ", "There is no figure"),
    ])
  func whatIfRefusesAnUnreadableLimit(limit: String, words: String) throws {
    let run = try run(Self.exit, Self.log, "--fail-if", limit)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
    #expect(run.output.isEmpty)
  }

  @Test(
    "herald whatif ends with status 3 for an unreadable policy, and says why",
    arguments: [("{", "invalidJSON"), ("[]", "invalidDocument"), ("{}", "missingPackageName")])
  func whatIfEndsWithStatus3ForABadPolicy(text: String, code: String) throws {
    let scratch = try Scratch()
    let run = try Herald.run("whatif", Self.log, "--policy", scratch.write(text, to: "new.json"))
    #expect(run.status == 3)
    #expect(run.errors.contains("error[\(code)]"))
    #expect(run.errors.contains("new.json"))
    #expect(run.output.isEmpty)
  }

  @Test("herald whatif reports a rule that is left out, and counts who refuses another app's policy")
  func whatIfReportsLeftOutRules() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      #"{"packageName":"another.app","updates":[{"forceUpdate":true,"descriptions":{"*":"x"}}]}"#, to: "new.json")
    let run = try Herald.run("whatif", Self.log, "--policy", policy)
    #expect(run.status == 0)
    #expect(run.errors.contains("error["))
    #expect(run.errors.contains("/updates/0"))
    #expect(run.lines.last?.contains(#""refused":{"otherPackage":1}"#) == true)
  }

  @Test("herald whatif says that a lower revision is refused, promises nothing of it, and fails its limit")
  func lowerRevisionIsRefused() throws {
    let scratch = try Scratch()
    let text = try Self.policy(Self.force, packageName: packageName(of: Self.log))
    let policy = try scratch.write(text.replacing(#""revision":1000"#, with: #""revision":1"#), to: "new.json")
    let run = try Herald.run("whatif", Self.log, "--policy", policy, "--fail-if", "refused > 0")
    #expect(run.status == 2)
    let summary = try #require(run.lines.last)
    #expect(summary.contains(#""refused":{"rollback":1}"#))
    #expect(summary.contains(#""changed":0,"unchanged":1"#))
    #expect(summary.contains(#""newlyForced":0"#))
    let words = try Herald.run("whatif", Self.log, "--policy", policy, "--format", "human").output
    #expect(words.contains("1 of 1 installation would refuse this document, and count as unchanged"))
    #expect(words.contains("raise `revision` above 3"))
    let linted = try Herald.run("lint", policy, "--log", Self.log)
    #expect(linted.status == 3)
    #expect(linted.output.contains("raise `revision` above 3"))
  }

  @Test("herald whatif stops at a time, and ignores answers after it")
  func whatIfStopsAtATime() throws {
    let run = try run(Self.force, Self.log, "--until", "1999-01-01T00:00:00Z")
    #expect(run.lines.count == 1)
    #expect(run.lines.last?.contains(#""installations":1,"changed":0,"unchanged":1"#) == true)
  }

  @Test("herald whatif refuses a log with a bad line, and leaves the line out only on request")
  func whatIfRefusesABadLine() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.log), encoding: .utf8)
    let log = try scratch.write("nonsense\n" + text, to: "log.jsonl")
    let policy = try scratch.write(Self.policy(Self.force, packageName: packageName(of: Self.log)), to: "new.json")
    let refused = try Herald.run("whatif", log, "--policy", policy)
    #expect(refused.status == 3)
    #expect(refused.output.isEmpty)
    let read = try Herald.run("whatif", log, "--policy", policy, "--skip-invalid")
    #expect(read.status == 0)
    #expect(try read.output == Herald.run("whatif", Self.log, "--policy", policy).output)
  }
}

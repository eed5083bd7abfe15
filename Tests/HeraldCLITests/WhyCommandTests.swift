import Foundation
import Testing

@Suite("herald why")
struct WhyCommandTests {
  private let log = "Events/formats/ssvc/bundle-version-with-no-number/log.jsonl"
  private let source = "/installations/55c0a201"

  @Test(
    "herald why says that the last document was refused, and why",
    arguments: [
      ("itunes/of-another-app", "2", "no policy was in force", "otherPackage, it is another app's"),
      (
        "itunes/store-cache-lags", "5", "update:itunes (optional) is shown",
        "rollback, its newest version is 1.9, and one with 1.10"
      ),
    ])
  func whyReportsARefusedDocument(_ log: String, _ revision: String, _ sentence: String, _ reason: String) throws {
    let words = try Herald.run(
      "why", "Events/formats/\(log)/log.jsonl", "--revision", revision, "--format", "human")
    #expect(words.output.contains(sentence))
    #expect(words.output.contains("that came last was refused: \(reason)"))
    let accepted = try Herald.run("why", "Events/formats/itunes/store-cache-lags/log.jsonl", "--revision", "2")
    #expect(accepted.output.contains(#""refused":null"#))
  }

  @Test(
    "herald why says what decides besides the rules",
    arguments: [
      (
        "documents/rolled-back", "2011bac0", 8,
        "rollback, its `revision` is 11, and one with 12 was accepted before. The policy accepted before it stays in force."
      ),
      ("documents/rolled-back", "2011bac0", 9, "it has no `revision`, which counts as 0, and one with 12 was accepted"),
      ("push/for-another-user", "7ab1e700", 8, "The operation `topUp` is not held back."),
      ("push/for-another-user", "7ab1e700", 10, "The operation `topUp` is held back by the prompt."),
      (
        "clock/set-back-two-days", "c10c0001", 7,
        "The device's clock was set back (revision 6): the period of message:1"
      ),
      (
        "review/build-under-review-sees-nothing", "2e11e200", 7, "this version is under review, it is not shown either."
      ),
      ("rollout/phase-by-phase", "ro4617a374", 6, "✓ rollout   rolled out to all by now"),
      (
        "rollout/phase-by-phase", "ro4617a374", 5, "Decided at revision 5: update:v42 (optional) should be shown: it is"
      ),
      ("rollout/phase-by-phase", "ro4617a374", 5, "before the next decision (revision 6, 30 d later)"),
      ("session/busy-at-return-then-not", "b05cb05c", 6, "at the next return, if the user is not busy then."),
    ])
  func whyTellsWhatDecides(_ log: String, _ source: String, _ revision: Int, _ words: String) throws {
    let why = try Herald.run(
      "why", "Events/\(log)/log.jsonl", "--source", source, "--revision", "\(revision)", "--format", "human")
    #expect(why.output.contains(words))
  }

  @Test("herald why names the variants where only they differ")
  func whyNamesVariants() throws {
    let words = try Herald.run("why", "Events/variants/the-app-showed-the-other-text/log.jsonl", "--format", "human")
    let differs = "was shown in variant urgent, though update:v42 (optional) in variant plain was decided"
    #expect(words.output.contains(differs))
  }

  @Test("herald why refuses a revision below 1", arguments: ["0", "-1"])
  func whyCountsRevisionsFrom1(_ revision: String) throws {
    let run = try Herald.run("why", log, "--source", source, "--revision=\(revision)")
    #expect(run.status == 64)
    #expect(run.errors.contains("There is no revision \(revision): the first one is 1."))
  }

  private static let forced = "Events/update/forced-until-updated/log.jsonl"

  @Test(
    "herald why explains the decision behind a revision that decided nothing",
    arguments: [("7", "6"), ("5", "2"), ("3", "2"), ("2", "2")])
  func whyExplainsTheDecisionBefore(_ revision: String, _ before: String) throws {
    let words = try Herald.run("why", Self.forced, "--revision", revision, "--format", "human")
    #expect(words.status == 0)
    #expect(words.lines.first?.contains(", revision \(before), ") == true)
    let json = try Herald.run("why", Self.forced, "--revision", revision, "--format", "json")
    #expect(json.output.contains("\"revision\":\(before),"))
    #expect(json.output.contains("\"asked\":{\"revision\":\(revision),"))
  }

  @Test("herald why says that nothing was decided yet for an event before every decision")
  func whyBeforeEveryDecision() throws {
    let run = try Herald.run("why", Self.forced, "--revision", "1")
    #expect(run.status == 3)
    #expect(run.errors.contains("Nothing was decided up to revision 1."))
  }

  @Test("herald why without a revision explains the last prompt that was shown, and not the heartbeat after it")
  func whyExplainsTheLastPrompt() throws {
    let scratch = try Scratch()
    let log = try String(contentsOfFile: Self.forced, encoding: .utf8).split(separator: "\n").prefix(3)
    let source = try #require(log[0].firstMatch(of: /"source":"([^"]+)"/)?.1)
    let heartbeat =
      #"{"specversion":"1.0","id":"beat","source":"\#(source)","type":"fetch.failed","time":"2030-01-01T00:00:00Z","#
      + #""revision":4,"data":{"trigger":"heartbeat","url":"u","reason":"offline"}}"#
    let file = try scratch.write((log.map(String.init) + [heartbeat, ""]).joined(separator: "\n"), to: "log.jsonl")
    let run = try Herald.run("why", file, "--format", "json")
    #expect(run.output.contains(#""asked":{"revision":3,"#))
    #expect(run.output.contains(#""app":{"verdict":"justified","revision":3,"#))
  }

  @Test("herald why says first where the app showed something else than was decided")
  func whyTellsAboutADeviation() throws {
    let scratch = try Scratch()
    let log = try String(contentsOfFile: Self.forced, encoding: .utf8).split(separator: "\n").prefix(3)
    let other = log[2].replacing(/"rule":"[^"]+"/, with: #""rule":"update:other""#)
    let file = try scratch.write("\(log[0])\n\(log[1])\n\(other)\n", to: "log.jsonl")
    for arguments in [[], ["--revision", "2"], ["--revision", "3"]] {
      let run = try Herald.run(["why", file, "--level", "sentence"] + arguments)
      #expect(run.output.hasPrefix("The app did not do what was decided. Revision 3: update:other (force) was shown"))
    }
    let timeline = try Herald.run("replay", file, "--format", "human")
    #expect(timeline.output.contains("✗ not as decided: update:other (force) was shown"))
  }

  @Test("herald why takes any part of an installation's name, and lists the candidates of an ambiguous one")
  func whyTakesAPartOfAName() throws {
    let scratch = try Scratch()
    let log = try String(contentsOfFile: Self.forced, encoding: .utf8)
    let source = String(try #require(log.firstMatch(of: /"source":"([^"]+)"/)?.1))
    let file = try scratch.write(log + log.replacing(source, with: "/devices/bob-pixel"), to: "log.jsonl")
    let ledger = scratch.path("ledger.sqlite")
    #expect(try Herald.run("import", file, "--ledger", ledger).status == 0)
    for log in [file, ledger] {
      let bob = try Herald.run("why", log, "--source", "bob", "--format", "json")
      #expect(bob.output.contains(#""source":"/devices/bob-pixel""#))
      let several = try Herald.run("why", log, "--source", "/")
      #expect(several.status == 3)
      #expect(several.errors.contains("`/` is a part of 2 installations' names."))
      #expect(several.errors.contains("`\(source)`, `/devices/bob-pixel`"))
      #expect(try Herald.run("why", log).errors.contains("has 2 installations."))
      #expect(try Herald.run("why", log, "--source", "nobody").errors.contains("has no installation `nobody`."))
    }
  }

  @Test("herald why names a rule's place without a pointer where the rule is the whole document")
  func whyNamesAWholeDocumentsPlace() throws {
    let log = "Events/formats/umeng/offered-and-taken-back/log.jsonl"
    let words = try Herald.run("why", log, "--revision", "2", "--format", "human")
    #expect(words.output.contains("update:umeng (optional) shown  line 1, column 1\n"))
  }

  @Test("herald why names what could not be compared, for people and for machines")
  func whyNamesWhatCouldNotBeCompared() throws {
    let words = try Herald.run("why", log, "--source", source, "--format", "human")
    #expect(words.status == 0)
    #expect(words.output.contains("does not apply to appVersionCode `1.10.0` (it must be a bundle version"))
    #expect(words.output.contains("(bundleNumberUnavailable, "))
    let json = try Herald.run("why", log, "--source", source, "--format", "json")
    #expect(
      json.output.contains(#""passed":false,"part":null,"diagnostic":"bundleNumberUnavailable","place":{"line":2,"#))
  }

  private static let period = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald why prints as much as the level says, and always words where a level is given")
  func whyPrintsAsMuchAsItsLevel() throws {
    func why(_ more: String...) throws -> Herald.Run { try Herald.run(["why", Self.period, "--revision", "9"] + more) }
    let sentence = try why("--level", "sentence")
    #expect(sentence.lines.count == 1)
    #expect(
      sentence.output.hasPrefix("Nothing is shown: message:101 is not due yet: not enough time since the last showing"))
    let path = try why("--level", "path").output
    let all = try why("--level", "all")
    #expect(path.contains(sentence.output))
    #expect(all.output.contains(sentence.output))
    #expect(path.contains("✗ period"))
    #expect(path.contains("Based on"))
    #expect(path.contains("Valid until"))
    #expect(!path.contains("✓"))
    #expect(all.output.contains("✓ count"))
    #expect(try why("--format", "human").output == all.output)
    let not = try why("--not", "message:101", "--level", "sentence")
    #expect(not.lines.count == 1)
    #expect(not.output.hasPrefix("message:101 was not shown"))
    #expect(try Herald.run("why", Self.period, "--again", "--level", "sentence").lines.count == 1)
    let both = try why("--level", "path", "--format", "json")
    #expect(both.status == 64)
    #expect(both.errors.contains("JSON has everything"))
  }

  @Test(
    "herald why lists each step before the rules, up to the one that ends the decision",
    arguments: [
      ("message/three-times-a-week-apart", "9", 7, nil),
      ("push/waits-for-the-next-order", nil, 6, "✓ push            a push asked for an update"),
    ] as [(String, String?, Int, String?)])
  func whyListsTheStepsBeforeTheRules(_ log: String, _ revision: String?, _ count: Int, _ end: String?) throws {
    let shown = try Herald.run("replay", "Events/\(log)/log.jsonl", "--decisions").lines
    let push = shown.last { $0.contains(#""rule":"push""#) }?.firstMatch(of: /"revision":(\d+)/).map {
      String($0.1)
    }
    let run = try Herald.run(
      "why", "Events/\(log)/log.jsonl", "--revision", try #require(revision ?? push), "--level", "all")
    let lines = try #require(run.output.components(separatedBy: "Checked before the rules\n").last)
    let steps = lines.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    #expect(steps.count == count)
    #expect(steps.allSatisfy { $0.hasPrefix("  ✓ ") })
    if let end { #expect(steps.last?.contains(end) == true) }
  }

  @Test("herald why ends its list with the step that ended the decision before the rules")
  func whyEndsWithTheDecidingStep() throws {
    let log = "Events/session/prompt-already-visible/log.jsonl"
    let decisions = try Herald.run("replay", log, "--decisions").lines
    let ended = try #require(decisions.first { $0.contains("alreadyVisible") })
    let revision = String(try #require(ended.firstMatch(of: /"revision":(\d+)/)?.1))
    let source = String(try #require(ended.firstMatch(of: /"source":"([^"]+)"/)?.1))
    let run = try Herald.run("why", log, "--source", source, "--revision", revision, "--level", "all")
    #expect(run.output.contains("  ✓ notLaunched     the app was launched\n  ✗ alreadyVisible  "))
    #expect(run.output.contains("is on the screen  (revision "))
    #expect(run.output.contains("nothing after it was checked"))
  }

  @Test("herald why names the rules that are left out as invalid, also where no rule remains")
  func whyNamesInvalidRules() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      #"{"packageName":"a","updates":[{"id":1,"forceUpdate":"maybe","descriptions":{"*":"x"}}]}"#, to: "policy.json")
    let script = try scratch.write("launch\n", to: "script.txt")
    let ledger = scratch.path("my ledger.sqlite")
    let phone = ["--property", "appPackageName=a", "--script", script]
    #expect(try Herald.run(["run", "--policy", policy, "--ledger", ledger] + phone).status == 0)
    for log in [ledger, try scratch.write(try Herald.run("export", ledger).output, to: "log.jsonl")] {
      let run = try Herald.run("why", log, "--level", "path")
      #expect(run.output.contains("Nothing is shown: the policy has no rule: one was left out as invalid."))
      #expect(run.output.contains("/updates/0  The update leads nowhere."))
      #expect(run.output.contains("Left out of the policy, because they are invalid\n  1:"))
      #expect(run.output.contains("/updates/0/forceUpdate  `forceUpdate` is `\"maybe\"`, not true or false."))
    }
    let missing = try Herald.run("why", ledger, "--revision", "9")
    #expect(missing.errors.contains("`herald replay '\(ledger)'`"))
  }

  @Test("herald why says first which revisions the log lacks before the event that it explains")
  func whyNamesMissingRevisions() throws {
    let log = "Events/log/with-gaps/log.jsonl"
    let run = try Herald.run("why", log, "--partial", "--level", "sentence")
    #expect(run.output.hasPrefix("The log lacks revision"))
    #expect(run.output.contains("6 to 8"))
    let json = try Herald.run("why", log, "--partial")
    #expect(json.output.contains(#"{"from":6,"to":8}"#))
    let page = try Herald.run("report", log, "--partial", "-o", "-")
    #expect(page.output.contains("This log is incomplete: revisions are missing in 2 places."))
    let audit = try Herald.run("audit", log, "--partial", "--all", "--format", "human")
    #expect(audit.output.contains(" --partial\n"))
  }

  @Test("herald why says by how much a clock that was set back delays a repeat, and herald replay marks it")
  func whyTellsTheDelayOfAClock() throws {
    let log = "Events/clock/set-back-two-days/log.jsonl"
    let words = try Herald.run("why", log, "--format", "human")
    #expect(words.output.contains("set the clock back"))
    #expect(words.output.contains("counts from then, so it comes"))
    let json = try Herald.run("why", log)
    let delay = try #require(json.output.firstMatch(of: /"delayMilliseconds":([0-9]+)/)?.1)
    #expect(try #require(Int(delay)) > 0)
    let replay = try Herald.run("replay", log, "--format", "human")
    #expect(replay.output.contains("the clock was set back by 1 d 23 h 55 min"))
  }

  @Test("herald why says how often the user chose to update while the version stayed the same")
  func whyCountsUpdatesInVain() throws {
    let words = try Herald.run("why", Self.forced, "--format", "human")
    #expect(words.output.contains("The user chose update 1 time before, and the app's version was still the old one"))
    let json = try Herald.run("why", Self.forced)
    #expect(json.output.contains(#""updatesChosen":{"rule":"update:31","times":1,"#))
  }

  @Test("herald why names a push that waits while nothing of it is shown")
  func whyNamesAWaitingPush() throws {
    let arguments = [
      "why", "Events/review/build-under-review-sees-nothing/log.jsonl", "--source", "/installations/2e11e200",
    ]
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.output.contains(" asks for an update and waits"))
    #expect(try Herald.run(arguments).output.contains(#""waitingPush":{"revision":"#))
  }

  @Test("herald why --not says that the app, and no rule, kept a decided prompt from the screen")
  func whyNotTellsAboutADeviation() throws {
    let scratch = try Scratch()
    let log = try String(contentsOfFile: Self.forced, encoding: .utf8).split(separator: "\n").prefix(3)
    let other = log[2].replacing(/"rule":"[^"]+"/, with: #""rule":"update:other""#)
    let file = try scratch.write("\(log[0])\n\(log[1])\n\(other)\n", to: "log.jsonl")
    let run = try Herald.run("why", file, "--not", "update:31", "--level", "sentence")
    #expect(run.output.hasPrefix("The app did not do what was decided."))
    #expect(run.output.contains("update:31 was decided: nothing stopped it but the app."))
    #expect(try Herald.run("why", file, "--not", "update:31").output.contains(#""app":{"verdict":"unjustified""#))
  }
}

import Foundation
import Herald
import HeraldCorpus
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("What follows from a redacted log")
struct RedactionLawTests {
  @Test("A redacted log replays to the same decisions where they rest on nothing redacted", arguments: 0..<40)
  func faithfulRedactionReplaysTheSame(seed: Int) throws {
    let redacted = try Redacted(RandomLog.make(seed: seed, policies: RandomLog.plain))
    #expect(redacted.findings.isFaithful, "\(redacted.findings)")
    #expect(try redacted.differences(.decisions) == 0)
    #expect(try redacted.differences(.states) == 0)
    #expect(!redacted.log.contains("zoe") || redacted.log.contains(#""appVersionName":"zoe""#))
  }

  @Test("A redacted log keeps the operations that its policies name, and no others", arguments: 0..<10)
  func operationsOfPoliciesStay(seed: Int) throws {
    let redacted = try Redacted(
      RandomLog.make(seed: seed, policies: RandomLog.atOperations, phones: 9), notesPolicies: true)
    #expect(redacted.findings.isFaithful, "\(redacted.findings)")
    #expect(try redacted.differences(.decisions) == 0)
    #expect(redacted.log.contains(#""operation":"pay""#))
    #expect(!redacted.log.contains(#""operation":"zoe""#))
  }

  @Test("Redaction counts each decision and each state that differs, and says why", arguments: 0..<40)
  func everyChangedDecisionIsCounted(seed: Int) throws {
    let redacted = try Redacted(RandomLog.make(seed: seed, policies: RandomLog.resting))
    #expect(try redacted.differences(.decisions) == redacted.findings.changedDecisions)
    #expect(try redacted.differences(.states) == redacted.findings.changedStates)
    #expect(redacted.findings.causes.isEmpty == (redacted.findings.changedDecisions == 0))
    for cause in redacted.findings.causes.keys {
      switch cause.test {
      case .rollout: #expect(cause.subject == .source)
      case .filters: #expect(cause.subject == .property("x-cohort"))
      case .installed: #expect(cause.subject == .property("installed.c.d"))
      default: Issue.record("\(cause)")
      }
    }
  }

  @Test("Redaction can change a decision by roll-out, by filters and by an installed app")
  func redactionChangesDecisionsInThreeWays() throws {
    let ways: Set<RuleTest> = [.rollout, .filters, .installed]
    var found: Set<RuleTest> = []
    for seed in 0..<40 where !found.isSuperset(of: ways) {
      let findings = try Redacted(RandomLog.make(seed: seed, policies: RandomLog.resting)).findings
      found.formUnion(findings.causes.keys.compactMap(\.test))
    }
    #expect(found == ways)
  }

  /// Redactions that leave out more than the default. Each changes some decision.
  private static let ways: [@Sendable (inout Redaction) -> Void] = [
    { $0.properties.dropped = [.appVersionName] },
    { $0.properties.dropped = [.appPackageName] },
    { $0.properties.dropped = [.deviceModel, .deviceOsName] },
    { $0.properties.coarsened[.appVersionName] = Coarsening.named("major", for: .appVersionName) },
    { $0.properties.dropped = [.deviceLanguage] },
    { $0.times = .day },
    {
      $0.times = .hour
      $0.hidesZone = true
    },
  ]

  @Test("Redaction reports every difference, whatever it leaves out", arguments: ways.indices, 0..<8)
  func redactionNeverDiffersSilently(way: Int, seed: Int) throws {
    let policies = RandomLog.plain + RandomLog.resting
    let redacted = try Redacted(RandomLog.make(seed: seed, policies: policies), Self.ways[way])
    #expect(try redacted.differences(.decisions) <= redacted.findings.changedDecisions)
    #expect(try redacted.differences(.states) <= redacted.findings.changedStates)
    #expect(redacted.findings.causes.isEmpty == (redacted.findings.changedDecisions == 0))
    #expect(redacted.findings.aspects.isEmpty == (redacted.findings.changedStates == 0))
  }

  @Test("Redaction reports the same however few installations are folded at once", arguments: 0..<3, ways.indices)
  func findingsAreIndependentOfBatches(seed: Int, way: Int) throws {
    let log = RandomLog.make(seed: seed, policies: RandomLog.plain + RandomLog.resting, phones: 7)
    let all = try Redacted(log, Self.ways[way])
    for atOnce in [1, 5] {
      let few = try Redacted(log, atOnce: atOnce, Self.ways[way])
      #expect(few.lines == all.lines)
      #expect(Self.told(few.findings) == Self.told(all.findings))
      #expect(few.findings.causes == all.findings.causes)
      #expect(few.findings.aspects == all.findings.aspects)
      #expect(few.findings.examples.count == all.findings.examples.count)
    }
  }

  /// The counts of the findings.
  private static func told(_ findings: RedactionFindings) -> [Int] {
    [
      findings.events, findings.installations, findings.unknownMembers, findings.unknownEvents, findings.decisions,
      findings.changedDecisions, findings.changedStates, findings.changedInstallations,
    ]
  }

  @Test("Each way to leave something out of a log changes some decision", arguments: ways.indices)
  func everyOmissionChangesADecision(way: Int) throws {
    let isChanged = try (0..<40).contains { seed in
      try Redacted(RandomLog.make(seed: seed, policies: RandomLog.plain), Self.ways[way]).findings.changedDecisions > 0
    }
    #expect(isChanged)
  }
}

@Suite("The field logs, redacted")
struct RedactedCorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Events").path

  /// The logs that are not refused.
  static var logs: [FieldLog] {
    get throws { try FieldLog.all(in: corpus).filter { !$0.name.hasPrefix("refused/") } }
  }

  @Test(
    "A redacted field log replays as the original, except for the differences that are reported", arguments: try logs)
  func redactedFieldLogsReplayAsReported(_ log: FieldLog) throws {
    let options = ReadingOptions(
      skipsInvalid: log.arguments.contains("--skip-invalid"), isPartial: log.arguments.contains("--partial"))
    let bytes = try Self.bytes(of: log)
    let redacted = try Redacted(bytes: bytes, options: options, notesPolicies: true)
    #expect(try redacted.differences(.decisions) == redacted.findings.changedDecisions)
    #expect(try redacted.differences(.states) == redacted.findings.changedStates)
    let mayDiffer = try Self.restsOnWhatIsRedacted(bytes, options)
    #expect(mayDiffer || redacted.findings.isFaithful)
    var reader = EventReader()
    for line in redacted.lines { #expect(throws: Never.self) { try reader.event(line) } }
  }

  /// The bytes of a log, which are not always UTF-8.
  private static func bytes(of log: FieldLog) throws -> [UInt8] {
    Array(try Data(contentsOf: log.folder.appendingPathComponent("log.jsonl")))
  }

  /// Whether a policy of the log reads properties that are left out.
  private static func restsOnWhatIsRedacted(_ log: [UInt8], _ options: ReadingOptions) throws -> Bool {
    var policies = PoliciesInForce()
    try Redacted.reader(log, options).replay(visitor: &policies)
    return policies.rules.contains { rule in
      rule.kind == .message && rule.targetPackageName != nil
        || (rule.filters + rule.pacing.segments.flatMap(\.segment.filters)).contains {
          !PropertyRedaction.wellKnown.contains($0.property)
        }
    }
  }

  @Test("Some field logs replay differently once they are redacted")
  func someFieldLogsChange() throws {
    let changed = ["update/roll-out-raised-from-ten-percent", "message/advertised-app-already-installed"]
    let logs = try Self.logs.filter { changed.contains($0.name) }
    #expect(logs.count == changed.count)
    for log in logs {
      #expect(try !Redacted(bytes: Self.bytes(of: log)).findings.isFaithful, "\(log.name)")
    }
  }
}

/// The rules of all policies that were ever in force.
private struct PoliciesInForce: ReplayVisitor {
  var rules: [Rule] = []
  mutating func visit(_ moment: inout ReplayMoment) {
    rules += moment.state.policy?.rules ?? []
  }
}

import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A log of events of others alone")
struct ForeignEventsTests {
  private static let foreign = [0, 1].map { index in
    #"{"specversion":"1.0","id":"f-\#(index)","source":"/builds","type":"com.example.pushed","#
      + #""time":"2026-03-02T08:00:0\#(index).000Z","data":{"ref":"main"}}"# + "\n"
  }.joined()
  private static let launch =
    #"{"specversion":"1.0","id":"e-1","source":"/i/1","type":"app.launched","time":"2026-03-02T08:00:00.000Z","#
    + #""revision":1,"data":{"properties":{"appPackageName":"com.example.shop"}}}"# + "\n"
  private static let document = Document(text: #"{"packageName":"com.example.shop"}"#, format: "herald")

  /// A question that gives a verdict.
  enum Verdict: String, CaseIterable, Sendable {
    case whatIf, lint, audit

    func ask(_ lines: String, in scratch: Scratch?) throws {
      let events =
        try scratch.map { try CorpusLog.events(ledgerOf: lines, in: $0) } ?? CorpusLog.events(lines: lines)
      switch self {
      case .whatIf: _ = try WhatIfQuestion(document).answer(in: events)
      case .lint: _ = try ReachQuestion(document, at: DeviceTime(moment: Timestamp(milliseconds: 0))).answer(in: events)
      case .audit: _ = try AuditQuestion().answer(in: events)
      }
    }
  }

  @Test("It has no verdict, as a log without events has none", arguments: Verdict.allCases, [false, true])
  func foreignEventsHaveNoVerdict(verdict: Verdict, isLedger: Bool) throws {
    let scratch = isLedger ? try Scratch() : nil
    let refused = try #require(throws: LogRefused.self) { try verdict.ask(Self.foreign, in: scratch) }
    #expect(refused.exitStatus == .invalid)
    let finding = try #require(refused.diagnostics.first)
    #expect(finding.code.name == "noEvents")
    #expect(finding.what.contains("all have types that it does not know"))
  }

  @Test("Beside the events of a phone they are let be", arguments: Verdict.allCases)
  func besidePhones(verdict: Verdict) throws { try verdict.ask(Self.foreign + Self.launch, in: nil) }
}

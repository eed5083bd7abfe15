import Testing

@testable import HeraldCLI

@Suite("The suggestion of a ledger")
struct LedgerHintTests {
  @Test(
    "A slow answer about a log suggests a ledger beside it, with the command",
    arguments: [
      ("logs/fleet.jsonl", "herald import logs/fleet.jsonl --ledger logs/fleet.sqlite"),
      ("fleet.jsonl.gz", "herald import fleet.jsonl.gz --ledger fleet.sqlite"),
      ("my fleet.jsonl.zst", "herald import 'my fleet.jsonl.zst' --ledger 'my fleet.sqlite'"),
      ("fleet", "herald import fleet --ledger fleet.sqlite"),
    ])
  func aSlowAnswerSuggestsALedger(_ log: String, _ command: String) throws {
    let words = try #require(LedgerHint.words(log, after: 2.6, isDebugBuild: false))
    #expect(words.contains("This took 3 s"))
    #expect(words.contains("  \(command)\n"))
  }

  @Test("A slow answer of a debug build also suggests a release build", arguments: [true, false])
  func aDebugBuildSaysSo(_ isDebugBuild: Bool) throws {
    let words = try #require(LedgerHint.words("fleet.jsonl", after: 30, isDebugBuild: isDebugBuild))
    #expect(words.contains("swift build -c release") == isDebugBuild)
  }

  @Test("A quick answer suggests nothing")
  func aQuickAnswerSuggestsNothing() {
    #expect(LedgerHint.words("fleet.jsonl", after: 1.9, isDebugBuild: true) == nil)
  }
}

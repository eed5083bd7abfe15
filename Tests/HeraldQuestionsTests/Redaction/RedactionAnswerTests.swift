import Herald
import HeraldCorpus
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer that is a redacted log")
struct RedactionAnswerTests {
  private static let phone = "push/for-another-user"
  private static let rolledOut = "update/roll-out-raised-from-ten-percent"
  private static let repeated = "log/lines-sent-again"

  /// A redaction under one of two keys.
  private static func redaction(_ name: String = "a") throws -> Redaction {
    Redaction(pseudonyms: try #require(Pseudonyms(key: Array("sixteen bytes or \(name)".utf8))))
  }

  private static func answer(_ log: String, _ redaction: Redaction = Redaction()) throws -> RedactionAnswer {
    try RedactionQuestion(redaction).answer(in: CorpusLog.events(log))
  }

  @Test("A redacted field log can be imported and replayed", arguments: try RedactedCorpusTests.logs)
  func redactedFieldLogsStayReadable(_ log: FieldLog) throws {
    let reading = ReadingOptions(
      skipsInvalid: log.arguments.contains("--skip-invalid"), isPartial: log.arguments.contains("--partial"))
    let shared = try RedactionQuestion().answer(in: CorpusLog.events(log.name, reading: reading)).json
    // A line that was left out leaves a gap, and a gap stays one.
    let options = ReadingOptions(isPartial: !log.arguments.isEmpty)
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.path("ledger.sqlite"))
    _ = try ledger.importLog(ByteSource(name: "shared.jsonl", bytes: Array(shared.utf8)), options: options)
    try ledger.close()
    #expect(try !CorpusLog.replayed(.states, CorpusLog.events(lines: shared, reading: options)).isEmpty)
  }

  @Test("A log and its ledger have the same redacted lines, as many as the log")
  func sameForALedger() throws {
    let scratch = try Scratch()
    let text = try CorpusLog.text(Self.phone)
    let stored = try RedactionQuestion(Self.redaction()).answer(in: CorpusLog.events(ledgerOf: text, in: scratch))
    let plain = try Self.answer(Self.phone, Self.redaction())
    #expect(plain.json.split(separator: "\n").count == text.split(separator: "\n").count)
    #expect(stored.json == plain.json)
  }

  @Test("A repeated line stays, and blank and torn ones go")
  func repeatedLines() throws {
    func audit(_ events: () throws -> LoggedEvents) throws -> String? {
      try SentAnswer { _ = try AuditQuestion().answer(in: events(), to: $0) }.lines.last
    }
    let original = try audit { try CorpusLog.events(Self.repeated) }
    let shared = try Self.answer(Self.repeated).json
    #expect(original?.contains(#""duplicates":0"#) == false)
    #expect(try audit { try CorpusLog.events(lines: shared) } == original)
  }

  @Test("A person has one name under one key, and another under every other key")
  func namesByKey() throws {
    let one = try Self.answer(Self.phone, Self.redaction("a"))
    let again = try Self.answer(Self.phone, Self.redaction("a"))
    let other = try Self.answer(Self.phone, Self.redaction("b"))
    let drawn = try (0..<2).map { _ in try Self.answer(Self.phone) }
    #expect(one.json == again.json)
    #expect(Set([one, other, drawn[0], drawn[1]].map(\.json)).count == 4)
    #expect(one.words.contains("with the key that was given"))
    #expect(drawn[0].words.contains("a key was drawn for it and is forgotten"))
  }

  @Test("Each roll-out's draw is in the launches, so that no decision differs")
  func draws() throws {
    let answer = try Self.answer(Self.rolledOut)
    #expect(answer.isFaithful)
    #expect(answer.json.contains(#""draws":{"update:"#))
  }

  @Test("Decisions that differ are counted, and the words say why")
  func changedDecisions() throws {
    var redaction = try Self.redaction()
    redaction.properties.dropped = [.appVersionName]
    let answer = try Self.answer(Self.rolledOut, redaction)
    #expect(!answer.isFaithful)
    #expect(answer.words.contains("warning[changedByRedaction]"))
    #expect(answer.words.contains("test `version` of `update:"))
    #expect(answer.words.contains("in /installations/p-"))
    #expect(!answer.json.isEmpty)
    let same = try Self.answer(Self.phone)
    #expect(same.isFaithful)
    #expect(same.words.contains("the same as in the original but for the names"))
  }

  @Test("The property that a changed decision rested on is named")
  func decidingProperty() throws {
    let log = "message/advertised-app-already-installed"
    let dropped = try Self.answer(log)
    #expect(dropped.words.contains("it rests on `installed."))
    #expect(!dropped.json.contains(#""installed."#))
    var redaction = Redaction()
    redaction.properties.kept = ["installed.*"]
    let kept = try Self.answer(log, redaction)
    #expect(kept.isFaithful)
    #expect(kept.json.contains(#""installed."#))
  }

  @Test(
    "The words warn of documents that are not a policy, or that answer a login",
    arguments: ["documents/html-instead-of-json", "formats/login/forced-at-sign-in"])
  func suspiciousDocuments(_ log: String) throws {
    #expect(try Self.answer(log).words.contains("warning[documentKept]"))
    #expect(try !Self.answer(Self.phone).words.contains("documentKept"))
  }

  @Test("Properties are left out and coarsened, and times are rounded, as the redaction says")
  func properties() throws {
    var redaction = Redaction()
    redaction.properties.dropped = [.deviceModel]
    redaction.properties.coarsened[.deviceLanguage] = Coarsening.named("primary", for: .deviceLanguage)
    redaction.times = .hour
    redaction.hidesZone = true
    redaction.keepsOperations = true
    redaction.keepsPaths = true
    let answer = try Self.answer(Self.phone, redaction)
    #expect(!answer.json.contains("deviceModel"))
    #expect(answer.json.contains(#""deviceLanguage":"tr""#))
    #expect(answer.json.split(separator: "\n").allSatisfy { $0.contains(#""time":"2026-05-10T13:00:00.000Z""#) })
    #expect(!answer.json.contains(#""operation":"operation-"#))
    #expect(!answer.json.contains("path-"))
    #expect(answer.words.contains("properties left out or coarsened: `deviceLanguage`, `deviceModel`"))
  }

  @Test("A log with a bad line is refused before any of it is sent")
  func badLine() throws {
    let text = try CorpusLog.text("refused/not-json-in-the-middle")
    var sent = 0
    let error = try #require(throws: LogRefused.self) {
      try RedactionQuestion().answer(in: CorpusLog.events(lines: text), to: .json { sent += $0.count })
    }
    #expect(error.exitStatus == .invalid)
    #expect(sent == 0)
  }
}

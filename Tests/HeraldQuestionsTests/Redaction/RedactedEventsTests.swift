import HeraldQuestionsTestSupport
import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions
import Testing

@Suite("Redacted events")
struct RedactedEventsTests {
  private static func redaction() throws -> Redaction {
    Redaction(pseudonyms: try #require(Pseudonyms(key: Array(repeating: 7, count: 32))))
  }

  private static func text(_ events: LoggedEvents) throws -> String {
    var bytes: [UInt8] = []
    _ = try RedactedEvents(events, redaction()).write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("One installation of a ledger is redacted as the log of its lines, with documents that others brought")
  func fromALedger() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-\(UUID().uuidString).sqlite").path
    let text = try CorpusLog.text(CorpusLog.message)
    // The second installation names the first one's document by its digest alone.
    let document = try #require(text.firstRange(of: #","document":""#))
    let end = try #require(text[document.upperBound...].firstRange(of: #""}}"#))
    var other = text
    other.removeSubrange(document.lowerBound..<text.index(after: end.lowerBound))
    other = other.replacing("aa10c4", with: "bb20d5")
    let ledger = try Ledger(path: path)
    for line in (text + other).split(separator: "\n") { _ = try ledger.append(line: String(line)) }
    try ledger.close()

    let reader = try LedgerReader(path: path, reading: Formats.reading)
    let events = try LoggedEvents(of: "/installations/bb20d5e9", in: reader, named: "ledger")
    let redacted = try Self.text(events)
    #expect(redacted.contains("Verano sin comisiones"))
    #expect(!redacted.contains("bb20d5"))
    let whole = text.replacing("aa10c4", with: "bb20d5")
    let log = LogReader(
      log: try ByteSource(name: "log", bytes: Array(whole.utf8)), shelf: DocumentShelf(reading: Formats.reading))
    let expected = try Self.text(LoggedEvents(log, named: LogName("log")))
    #expect(redacted.split(separator: "\n").count == expected.split(separator: "\n").count)
  }

  @Test("What a redaction left out is told in words")
  func words() throws {
    let findings = try RedactedEvents(CorpusLog.events(CorpusLog.message), Self.redaction()).write { _ in }
    let words = RedactionWords(findings, of: "log")
    #expect(words.lines(key: "a key").first?.hasSuffix("1 installation redacted; a key") == true)
    #expect(words.changes == nil)
    #expect(words.examples.isEmpty)
  }
}

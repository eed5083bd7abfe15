import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Hostile logs, redacted")
struct RedactedHostileLogTests {
  private static func line(
    id: String = "e", source: String, revision: Int = 1, type: String = "app.launched",
    data: String = #"{"properties":{}}"#
  ) -> String {
    var writer = JSONWriter()
    writer.raw(#"{"specversion":"1.0","id":"#)
    writer.string(id)
    writer.raw(#","source":"#)
    writer.string(source)
    writer.raw(#","type":"#)
    writer.string(type)
    writer.raw(json: #","time":"2026-03-02T08:00:00Z","revision":\#(revision),"data":\#(data)}"#)
    return writer.string
  }

  private static let names = [
    "a\nb", "\u{0}", "\"", "\\", "\u{202E}a", "=1+1", "é", "e\u{301}", "\u{FEFF}", "👩‍👩‍👧", " ", "</script>",
    "'; DROP TABLE events",
  ]

  @Test("Every hostile name becomes a pseudonym of plain letters, and no two become the same")
  func hostileNamesBecomePlain() throws {
    let log = Self.names.map { Self.line(id: $0, source: $0, data: #"{"properties":{},"user":"u"}"#) }
    let redacted = try Redacted(log.map { $0 + "\n" }.joined())
    #expect(redacted.lines.count == Self.names.count)
    #expect(redacted.findings.installations == Self.names.count)
    #expect(redacted.findings.isFaithful)
    var reader = EventReader()
    let events = try redacted.lines.map { try reader.event($0) }
    #expect(Set(events.map(\.source)).count == Self.names.count)
    #expect(Set(events.map(\.id)).count == Self.names.count)
    for line in redacted.lines { #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x5C }) }
  }

  @Test("A stream whose first line is bad does not move the places of other streams in a redacted log")
  func badFirstLineKeepsPlaces() throws {
    let bad = Self.line(
      source: "/i/bad", type: "fetch.succeeded",
      data:
        #"{"trigger":"launch","url":"https://example.com","format":"herald","status":200,"digest":"\#(Digest.of("x"))"}"#
    )
    let log = [
      bad, Self.line(source: "/i/1"), Self.line(source: "/i/2"), Self.line(id: "e2", source: "/i/1", revision: 2),
    ]
    let redacted = try Redacted(
      bytes: Array(log.map { $0 + "\n" }.joined().utf8), options: ReadingOptions(skipsInvalid: true))
    #expect(redacted.lines.count == 3)
    #expect(redacted.findings.installations == 2)
    #expect(redacted.findings.isFaithful)
  }

  @Test("A redacted log keeps missing revisions and a late beginning, and drops blank lines")
  func logsShapeIsKept() throws {
    let numbered = Self.line(source: "/i/1", revision: 40)
    let free = Self.line(source: "/i/2").replacing(#""revision":1,"#, with: "")
    let redacted = try Redacted(
      bytes: Array("\(numbered)\n\n \t\n\(free)\n".utf8), options: ReadingOptions(isPartial: true))
    #expect(redacted.lines.count == 2)
    #expect(redacted.lines[0].contains(#""revision":40"#))
    #expect(!redacted.lines[1].contains("revision"))
  }

  @Test("A launch with more properties than the findings name is redacted completely")
  func manyPropertiesAreRedacted() throws {
    let properties = (0..<1500).map { #""x-\#($0)":"1""# }.joined(separator: ",")
    let redacted = try Redacted(Self.line(source: "/i/1", data: #"{"properties":{\#(properties)}}"#) + "\n")
    #expect(redacted.findings.leftOut.count == RedactionFindings.namesAtMost)
    #expect(redacted.lines[0].contains(#""properties":{}"#))
  }
}

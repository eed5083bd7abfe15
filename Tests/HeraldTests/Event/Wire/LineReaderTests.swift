import HeraldTestSupport
import Testing

@testable import Herald

/// Reads one line, or returns why it is refused.
func readLine(_ line: String, schema: EventSchema = .current) -> Result<Event, WireFault> {
  line.withBorrowedBytes { bytes in
    var reader = LineReader(schema: schema)
    do throws(WireFault) {
      return .success(try reader.read(bytes).event(in: bytes, revision: 1))
    } catch {
      return .failure(error)
    }
  }
}

/// An event's line with the type and the data given.
func line(_ type: String, _ data: String? = nil, _ attributes: String = "") -> String {
  let time = "2026-03-02T08:00:00+01:00"
  let end = data.map { #","data":\#($0)"# } ?? ""
  return #"{"specversion":"1.0","id":"e","source":"/i","type":"\#(type)","time":"\#(time)"\#(attributes)\#(end)}"#
}

@Suite("Lines are read strictly")
struct LineReaderTests {
  @Test("A line's attributes are read in any order and spelling")
  func attributesAreReadInAnyOrder() throws {
    let text = #"""
      { "data" : {"extra":{"data":[1]}}, "\u0074ype":"app.\u0062ackgrounded", "time":"2026-03-02T08:00:00.5+01:00" ,
        "source":"/i/é", "specversion":"1.\u0030", "id":"\u0065-1", "datacontenttype":"Application/JSON; charset=utf-8",
        "revision": 7.0, "dataversion": 1e0, "extension":null }
      """#
    let event = try readLine(text).get()
    #expect(event.id == "e-1")
    #expect(event.source == "/i/é")
    #expect(event.type == "app.backgrounded")
    #expect(event.time == (try time("2026-03-02T08:00:00.500+01:00")))
    #expect(event.dataVersion == 1)
    #expect(event.data.type == .appBackgrounded)
    let revision = try text.withBorrowedBytes { bytes in
      var reader = LineReader()
      return try reader.read(bytes).revision
    }
    #expect(revision == 7)
  }

  @Test("Launches with numbers and keys of their own share the profile that is written in the same bytes")
  func launchesShareAProfile() throws {
    let lines = [#","draws":{"update:1":7}"#, #","draws":{"update:1":8},"trust":{"keys":[]}"#, ""].map {
      line("app.launched", #"{"properties":{"a":"1"}\#($0)}"#)
    }
    var reader = LineReader()
    let launches = try lines.map { line in
      let data = try line.withBorrowedBytes { try reader.read($0).data }
      guard case .appLaunched(let launch) = data else { throw WireFault(problem: .notAnObject, offset: 0) }
      return launch
    }
    #expect(launches.allSatisfy { $0.profile === launches[0].profile })
    #expect(launches.map { $0.draws?["update:1"] } == [7, 8, nil])
    #expect(launches.map { $0.trust?.keys.isEmpty } == [nil, true, nil])
    #expect(launches[0] != launches[1])
  }

  @Test(
    "A line's attribute is found under a name with escapes",
    arguments: [
      "specversion", "id", "source", "type", "time", "revision", "dataversion", "datacontenttype", "data",
    ])
  func escapedNameIsFound(name: String) throws {
    let data = #"{"prompt":"p","rule":"r","kind":"force"}"#
    let attributes = #","revision":7,"dataversion":1,"datacontenttype":"application/json""#
    let plain = line("prompt.shown", data, attributes)
    let first = try #require(name.utf8.first)
    let escaped = plain.replacing("\"\(name)\":", with: "\"\\u00\(String(first, radix: 16))\(name.dropFirst())\":")
    #expect(escaped != plain)
    let (a, b) = (try readLine(plain).get(), try readLine(escaped).get())
    #expect(a.id == b.id)
    #expect(a.source == b.source)
    #expect(a.type == b.type)
    #expect(a.time == b.time)
    #expect(a.data.isSame(as: b.data))
    // A name that only resembles it is unknown, so the attribute is missing.
    let other = readLine(plain.replacing("\"\(name)\":", with: "\"\(name)x\":"))
    let isRequired = ["specversion", "id", "source", "type", "time", "data"].contains(name)
    switch other {
    case .success: #expect(!isRequired)
    case .failure: #expect(isRequired)
    }
  }

  @Test("A line's attribute that is null is absent")
  func nullAttributeIsAbsent() throws {
    let event = try readLine(
      line("app.backgrounded", "null", #","revision":null,"dataversion":null,"datacontenttype":null"#)
    ).get()
    #expect(event.dataVersion == 1)
    #expect(event.data.type == .appBackgrounded)
    #expect(throws: WireFault(problem: .missingAttribute("id"), offset: 0)) {
      try readLine(#"{"specversion":"1.0","id":null,"source":"/i","type":"t","time":"2026-03-02T08:00:00Z"}"#).get()
    }
  }

  @Test(
    "A line of an unknown type, or of a newer version of a known one, is kept unread",
    arguments: [
      line("app.crashed", #"{"prompt":7}"#), line("prompt.shown", #"{"other":7}"#, #","dataversion":2"#),
      line("App.launched"), line("app.launched "), line("prompt.shown", "null", #","dataversion":9007199254740991"#),
    ])
  func unknownTypeIsKeptUnread(text: String) throws {
    #expect(try readLine(text).get().data.type == nil)
  }

  @Test(
    "A line of an unknown type may have any data, and no time",
    arguments: [#","data":7"#, #","data":"x""#, #","data":[{}]"#, #","data":null"#, #","data_base64":"AAEC""#, ""])
  func unknownTypeMayHaveAnyData(members: String) throws {
    let text = #"{"specversion":"1.0","id":"e","source":"/i","type":"x.y","datacontenttype":"text/plain"\#(members)}"#
    let event = try readLine(text).get()
    #expect(event.data.type == nil)
    #expect(event.time.isMissing)
    #expect(event.time.description == "no time")
  }

  @Test("The data of an unknown type is a span of its line", arguments: [#""x""#, "7", "[1,2]", #"{"a":"b"}"#, "true"])
  func unknownDataIsASpan(data: String) throws {
    let written = try line("x.y", data).withBorrowedBytes { bytes in
      var reader = LineReader()
      return try reader.read(bytes).dataSpan.map { String(decoding: bytes.extracting($0), as: UTF8.self) }
    }
    #expect(written == data)
  }

  @Test(
    "A line of an unknown type is refused for a time that is none, and for a name twice in its data",
    arguments: [#","time":"soon""#, #","time":7"#, #","data":[{"a":1,"a":2}]"#, #","data":{"a":1,"a":2}"#])
  func unknownTypeIsAValidEvent(members: String) {
    let text = #"{"specversion":"1.0","id":"e","source":"/i","type":"x.y"\#(members)}"#
    #expect(throws: WireFault.self) { try readLine(text).get() }
  }

  @Test("A line reader reads a line the same, whatever it read before")
  func readerReadsLinesIndependently() throws {
    var reader = LineReader()
    let names = ["a rule with a long name", "another rule with a long name", "a rule with a long name"]
    for name in names {
      for tablet in ["true", "false"] {
        let properties = ["deviceIsTablet": tablet, "name": name]
        let launch = line("app.launched", #"{"properties":{"deviceIsTablet":"\#(tablet)","name":"\#(name)"}}"#)
        let launched = try launch.withBorrowedBytes { try reader.read($0).data }
        #expect(launched.isSame(as: .launched(properties)))
      }
      let showing = line("prompt.shown", #"{"prompt":"p","rule":"\#(name)","kind":"force"}"#)
      let shown = try showing.withBorrowedBytes { try reader.read($0).data }
      #expect(shown.isSame(as: .shown("p", rule: ExactString(name), kind: .force)))
    }
  }
}

import Herald
import Testing

@Suite("Reading an event from its line")
struct EventReaderTests {
  private static let launch =
    #"{"specversion":"1.0","id":"e-1","source":"/i/1","type":"app.launched","time":"2026-03-02T08:00:00.000+01:00","revision":4,"data":{"properties":{"appVersionName":"1.0"},"user":"u"}}"#

  @Test("An event reader gives an event's envelope and typed data")
  func readerGivesEnvelopeAndData() throws {
    var reader = EventReader()
    let event = try reader.event(Self.launch)
    #expect(event.id == "e-1")
    #expect(event.source == "/i/1")
    #expect(event.revision == 4)
    #expect(event.time == DeviceTime(rfc3339: "2026-03-02T08:00:00+01:00"))
    guard case .appLaunched(let launch) = event.data else {
      Issue.record("read \(event.data)")
      return
    }
    #expect(launch.profile["appVersionName"] == "1.0")
    #expect(launch.user == "u")
  }

  @Test("An event reader reads one line repeatedly to the same event")
  func readerRepeatsItself() throws {
    var reader = EventReader()
    var states: [InstallationState] = []
    for _ in 1...4 { states.append(InstallationState(folding: [try reader.event(Self.launch).fact])) }
    #expect(Set(states.map(\.snapshot)).count == 1)
    #expect(states[0].counts.launches == 1)
  }

  @Test("An event reader takes the given revision where the line has none")
  func readerFillsInTheRevision() throws {
    var reader = EventReader()
    let line = #"{"specversion":"1.0","id":"e","source":"/i","type":"x","time":"2026-03-02T08:00:00Z"}"#
    #expect(try reader.event(line, revision: 7).revision == 7)
  }

  @Test(
    "An event reader refuses a line with the place and the reason",
    arguments: [
      ("{", "notJSON", 2), ("[]", "notAnObject", 1), ("{}", "missingAttribute", 1),
      (#"{"é":1,"specversion":2}"#, "wrongType", 23 - 1),
    ])
  func readerNamesPlaceAndReason(line: String, code: String, column: Int) {
    var reader = EventReader()
    let error = #expect(throws: UnreadableEvent.self) { try reader.event(line) }
    #expect(error?.diagnostic.code.name == code)
    #expect(error?.diagnostic.place?.column == column)
  }
}

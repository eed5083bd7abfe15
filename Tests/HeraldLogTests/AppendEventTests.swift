import GRDB
import Herald
import HeraldFormats
import HeraldLog
import HeraldTestSupport
import Testing

@Suite("Appending an event that is there as a value")
struct AppendEventTests {
  private static let time = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_123), offsetMinutes: -330)

  private static func event(
    _ data: EventData, id: ExactString = "e-1", source: ExactString = "/i/1", type: ExactString? = nil,
    time: DeviceTime = time, revision: Int = 1, dataVersion: Int = 1
  ) -> Event {
    Event(
      id: id, source: source, type: type ?? ExactString(data.type?.rawValue ?? "x.y"), time: time, revision: revision,
      dataVersion: dataVersion, data: data)
  }

  private static func fetch(
    _ trigger: FetchTrigger = .launch, status: Int = 200, digest: ExactString? = Digest.of(Phone.policy),
    document: String? = Phone.policy
  ) -> EventData {
    .fetchSucceeded(
      FetchSucceeded(
        trigger: trigger, url: "https://example.com/\"p\"", format: "herald", status: status, etag: "é\u{0}",
        user: .signedOut, digest: digest, document: document))
  }

  /// The rows of the ledger's tables for the events, with the numbers of texts.
  private func rows(_ scratch: Scratch) throws -> [String] {
    try DatabaseQueue(path: scratch.ledger).read { database in
      try ["lines", "facts", "ids", "streams", "texts", "profiles", "bodies"].flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
      }
    }
  }

  /// Appends to a ledger and returns the rows, or the finding.
  private func outcome(_ append: (Ledger) throws -> Void) throws -> [String] {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    var findings: [String] = []
    do { try append(ledger) } catch let error as LogRefused { findings = error.diagnostics.map { "\($0)" } }
    try ledger.close()
    return try findings + rows(scratch)
  }

  @Test("Appending an event as a value stores the same as appending its line", arguments: [true, false])
  func eventIsStoredAsItsLine(isNumbered: Bool) throws {
    let lines = ["/i/1", "/i/2"].flatMap { Phone.busy(3, source: $0, isNumbered: isNumbered).lines }
    var reader = EventReader()
    let events = try lines.map { try reader.event($0, revision: 0) }
    let asLines = try outcome { ledger in for line in lines { _ = try ledger.append(line: line) } }
    let asEvents = try outcome { ledger in for event in events { _ = try ledger.append(event) } }
    #expect(asEvents == asLines)
  }

  @Test(
    "Appending a value does the same as appending the event's line, whatever the event says",
    arguments: [
      event(.appBackgrounded), event(.appForegrounded(AppForegrounded(isBusy: true))), event(.unknown),
      event(.unknown, type: "app.launched"), event(.appBackgrounded, type: "prompt.shown"),
      event(.appBackgrounded, id: ""), event(.appBackgrounded, source: ""), event(.appBackgrounded, id: "a\u{0}\n\"ä"),
      event(.appBackgrounded, revision: 0), event(.appBackgrounded, revision: -3), event(.appBackgrounded, revision: 2),
      event(.appBackgrounded, revision: 1 << 53), event(.appBackgrounded, dataVersion: 2),
      event(.appBackgrounded, dataVersion: 0),
      event(.appBackgrounded, time: DeviceTime(moment: Timestamp(milliseconds: 1 << 50))),
      event(.appBackgrounded, time: DeviceTime(moment: Timestamp(milliseconds: -1), offsetMinutes: 3000)),
      event(fetch()), event(fetch(status: 304)), event(fetch(status: 304, digest: nil, document: nil)),
      event(fetch(status: 500)), event(fetch(digest: nil)), event(fetch(digest: "sha256:1")),
      event(fetch(digest: Digest.of("another"))), event(fetch(document: nil)),
      event(.fetchFailed(FetchFailed(trigger: .launch, url: "", reason: "offline", status: 1 << 53))),
      event(.fetchFailed(FetchFailed(trigger: .launch, url: "", reason: "http", status: -1))),
      event(.pushReceived(PushReceived(event: "e-1", kind: "forceUpdate"))),
      event(.pushReceived(PushReceived(event: "another", kind: "forceUpdate"))),
      event(.appLaunched(AppLaunched(profile: Profile([("ä\"", "\n"), ("", "")]), user: ""))),
    ])
  func sameAsItsLine(event: Event) throws {
    let asLine = try outcome { _ = try $0.append(line: event.line) }
    let asEvent = try outcome { _ = try $0.append(event) }
    #expect(asEvent == asLine)
  }

  @Test(
    "Appending random data of any event type as a value does the same as appending its line",
    arguments: EventType.allCases)
  func randomDataIsStoredAsItsLine(type: EventType) throws {
    var random = SplitMix64(seed: UInt64(type.code))
    for _ in 0..<5 { try sameAsItsLine(event: Self.event(.random(type, &random))) }
  }

  @Test("Appending an event again as a value is acknowledged, and stores nothing")
  func repeatedEventIsAcknowledged() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let event = Self.event(.appBackgrounded)
    #expect(try ledger.append(event).isNew)
    let again = try ledger.append(event)
    #expect(again.id == "e-1")
    #expect(!again.isNew)
    try ledger.close()
    #expect(try scratch.exported() == [event.line])
  }

  @Test("Appending another event with a taken id is refused, and what is stored stays")
  func takenIDIsRefused() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let event = Self.event(.appBackgrounded)
    _ = try ledger.append(event)
    let other = Self.event(.appForegrounded(AppForegrounded()), revision: 2)
    let error = #expect(throws: LogRefused.self) { try ledger.append(other) }
    #expect(error?.diagnostics.first?.code.name == "idTaken")
    #expect(error?.diagnostics.first?.place?.column == 28)
    try ledger.close()
    #expect(try scratch.exported() == [event.line])
  }

  @Test("Appending an event of another revision than the stream's next is refused as a gap")
  func gapIsRefused() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let error = #expect(throws: LogRefused.self) { try ledger.append(Self.event(.appBackgrounded, revision: 2)) }
    #expect(error?.diagnostics.first?.code.name == "revisionGap")
    try ledger.close()
  }

  @Test("Appending at an unexpected revision is refused, and the next append continues")
  func unexpectedRevisionIsRefused() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let event = Self.event(.appBackgrounded)
    #expect(throws: LedgerError.self) { try ledger.append(event, expecting: 7) }
    #expect(try ledger.append(event, expecting: 0).isNew)
    try ledger.close()
  }

  @Test("Appending several lines in one text stores all of them or none")
  func severalLinesAreAllOrNothing() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(2).lines
    #expect(throws: LogRefused.self) { try ledger.append(line: lines[0] + "\n{") }
    #expect(try ledger.append(line: lines[0] + "\n" + lines[1] + "\n").id == "e-2")
    try ledger.close()
    #expect(try scratch.exported() == Array(lines.prefix(2)))
  }
}

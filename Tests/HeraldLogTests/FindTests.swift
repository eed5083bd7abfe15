import Herald
import HeraldFormats
import HeraldLog
import Testing

@Suite("Finding in a ledger")
struct FindTests {
  @Test("A ledger finds an event by its id, only in the stream that it is asked for")
  func findsAnEventByItsID() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let phone = Phone.busy(2)
    for line in phone.lines { _ = try ledger.append(line: line) }
    let found = try ledger.event("e-3", of: "/i/1")
    #expect(found?.revision == 3)
    #expect(found?.line == phone.lines[2])
    #expect(try ledger.event("e-3", of: "/i/2") == nil)
    #expect(try ledger.event("e-99", of: "/i/1") == nil)
  }

  @Test("A ledger finds the last event of some types, only in the stream that it is asked for")
  func findsTheLastEventOfSomeTypes() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for phone in [Phone.busy(2), Phone.busy(3, source: "/i/2")] {
      for line in phone.lines { _ = try ledger.append(line: line) }
    }
    #expect(try ledger.lastEvent([.fetchSucceeded, .fetchFailed], of: "/i/1")?.revision == 2)
    #expect(try ledger.lastEvent([.appForegrounded], of: "/i/1")?.revision == 8)
    #expect(try ledger.lastEvent([.appForegrounded], of: "/i/2")?.revision == 11)
    #expect(try ledger.lastEvent([.pushReceived], of: "/i/1") == nil)
    #expect(try ledger.lastEvent([.appForegrounded], of: "/i/3") == nil)
  }

  @Test("A ledger lists its streams, says whether they are numbered, and finds its documents")
  func listsStreamsAndDocuments() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for phone in [Phone.busy(1, source: "/i/2", isNumbered: false), Phone.busy(1)] {
      for line in phone.lines { _ = try ledger.append(line: line) }
    }
    let streams = try ledger.streams()
    #expect(streams.map(\.source) == ["/i/1", "/i/2"])
    #expect(streams.map(\.head) == [5, 5])
    #expect(streams.map(\.isNumbered) == [true, false])
    #expect(try ledger.hasDocument(Digest.of(Phone.policy)))
    #expect(try !ledger.hasDocument(Digest.of("another")))
  }
}

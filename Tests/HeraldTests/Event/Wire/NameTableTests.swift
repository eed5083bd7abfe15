import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A table of names")
struct NameTableTests {
  private func value<Value>(of name: String, in table: NameTable<Value>) -> Value? {
    Array(name.utf8).withBorrowedBytes { table[$0] }
  }

  @Test("A table of names finds two names with the same first eight bytes", .timeLimit(.minutes(30)))
  func sharedBeginning() {
    let table = NameTable([("prompt.shown", 1), ("prompt.snoozed", 2)])
    #expect(value(of: "prompt.shown", in: table) == 1)
    #expect(value(of: "prompt.snoozed", in: table) == 2)
  }

  @Test("A table of names finds each of 500 names", .timeLimit(.minutes(30)))
  func manyNames() {
    let names = (0..<500).map { "prompt.kind\($0)" }
    let table = NameTable(names.map { ($0, $0) })
    #expect(names.filter { value(of: $0, in: table) != $0 } == [])
  }

  @Test("A table of names finds names of every length from 1 to 40 bytes")
  func lengths() {
    let names = (1...40).map { String(repeating: "x", count: $0) }
    let table = NameTable(names.map { ($0, $0) })
    #expect(names.filter { value(of: $0, in: table) != $0 } == [])
  }

  @Test(
    "A table of names does not find a name that it lacks",
    arguments: ["", "prompt", "prompt.show", "prompt.shown2", "prompt.shoWn", "prompt.shown.and.then.some.more"])
  func unknownName(name: String) {
    #expect(value(of: name, in: NameTable([("prompt.shown", 1), ("button.chosen", 2)])) == nil)
  }

  @Test("Every event type is found by its name", arguments: EventType.allCases)
  func eventType(type: EventType) {
    #expect(Array(type.rawValue.utf8).withBorrowedBytes { EventTypeNames.type($0) } == type)
  }
}

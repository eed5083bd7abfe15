import Foundation
import Herald
import Testing

@testable import HeraldLog

@Suite("A ledger")
struct LedgerTests {
  @Test("A ledger exports its lines byte for byte, in the order in which they came")
  func exportReturnsTheImportedBytes() throws {
    let scratch = try Scratch()
    let odd = [
      #"{"time":"2026-03-02T08:00:00Z", "specversion":"1.0",  "id":"é\u00e9\/","source":"/i/ö","type":"x","extra":[1.0,1e2]}"#
        + "\r",
      #"{"specversion":"1.0","id":"2","source":"/i/\u00f6","type":"y","time":"2026-03-02T08:00:00.5+05:45","data":{"k":"\ud83d\ude00"}}"#,
    ]
    let ledger = try Ledger(path: scratch.ledger)
    let report = try ledger.importLog(try scratch.log(odd + [""] + Phone.busy(2).lines))
    try ledger.close()
    #expect(report.appended == odd.count + Phone.busy(2).lines.count)
    #expect(try scratch.exported() == odd + Phone.busy(2).lines)
  }

  @Test(
    "A ledger stores a log that is imported twice once, and appends only what a longer log adds",
    arguments: [true, false])
  func importIsIdempotent(isNumbered: Bool) throws {
    let scratch = try Scratch()
    let phone = Phone.busy(3, isNumbered: isNumbered)
    let ledger = try Ledger(path: scratch.ledger)
    #expect(try ledger.importLog(try scratch.log(Array(phone.lines.prefix(5)))).appended == 5)
    let again = try ledger.importLog(try scratch.log(phone.lines))
    #expect(again.appended == phone.lines.count - 5)
    #expect(again.duplicates == 5)
    #expect(try ledger.importLog(try scratch.log(phone.lines)).appended == 0)
    try ledger.close()
    #expect(try scratch.exported() == phone.lines)
  }

  @Test("A ledger recognizes a repeated event whose JSON is written differently")
  func repeatedEventIsRecognized() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let first =
      #"{"specversion":"1.0","id":"a","source":"/i","type":"x","time":"2026-03-02T08:00:00Z","revision":1,"data":{"n":1.0,"é":2}}"#
    let again =
      #"{"data":{"\u00e9":2,"n":1},"revision":1e0,"time":"2026-03-02T08:00:00Z","type":"x","source":"/i","id":"a","specversion":"1.0"}"#
    #expect(try ledger.importLog(try scratch.log([first])).appended == 1)
    #expect(try ledger.importLog(try scratch.log([again])).duplicates == 1)
    try ledger.close()
    #expect(try scratch.exported() == [first])
  }

  @Test("A ledger imports all of a log or nothing, and names every bad line")
  func importIsAllOrNothing() throws {
    let scratch = try Scratch()
    var lines = Phone.busy(2).lines
    lines[3] = lines[3].replacingOccurrences(of: "\"button\"", with: "\"knob\"")
    lines[5] = "not JSON"
    let ledger = try Ledger(path: scratch.ledger)
    let error = #expect(throws: LogRefused.self) { try ledger.importLog(try scratch.log(lines)) }
    #expect(error?.diagnostics.map(\.code.name) == ["missingField", "notJSON"])
    #expect(error?.diagnostics.map { $0.place?.line } == [4, 6])
    try ledger.close()
    #expect(try scratch.exported() == [])
  }

  @Test("A ledger refuses an id that another event has taken, and names both events")
  func takenIDIsRefused() throws {
    let scratch = try Scratch()
    var phone = Phone.busy(1)
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(phone.lines))
    phone.add("app.backgrounded", id: "e-2")
    let error = #expect(throws: LogRefused.self) { try ledger.importLog(try scratch.log(phone.lines)) }
    let what = try #require(error?.diagnostics.first?.what)
    #expect(what.contains("`e-2`"))
    #expect(what.contains("`/i/1`"))
    try ledger.close()
    #expect(try scratch.exported() == Phone.busy(1).lines)
  }

  @Test("A ledger refuses an append that expects another revision than the next")
  func unexpectedRevisionIsRefused() throws {
    let scratch = try Scratch()
    let lines = Phone.busy(1).lines
    let ledger = try Ledger(path: scratch.ledger)
    #expect(try ledger.append(line: lines[0], expecting: 0).isNew)
    let error = #expect(throws: LedgerError.self) { try ledger.append(line: lines[1], expecting: 0) }
    #expect(error?.diagnostic.code.name == "unexpectedRevision")
    #expect(try ledger.append(line: lines[1], expecting: 1).isNew)
    #expect(try ledger.append(line: lines[1]).isNew == false)
    try ledger.close()
    #expect(try scratch.exported() == Array(lines.prefix(2)))
  }

  @Test("A ledger chains each stream's lines by the documented rule")
  func eachStreamIsChained() throws {
    let scratch = try Scratch()
    let lines = Phone.busy(2).lines
    let ledger = try Ledger(path: scratch.ledger)
    let heads = try ledger.importLog(try scratch.log(lines)).heads
    try ledger.close()
    var chain = [UInt8](repeating: 0, count: 32)
    for (index, line) in lines.enumerated() {
      let revision = withUnsafeBytes(of: UInt64(index + 1).bigEndian) { Array($0) }
      let ofLine = try #require(Hex.bytes(of: String(Digest.of(line).string.dropFirst(7))))
      let digest = Digest.of(Array("herald2".utf8) + chain + revision + ofLine).string.dropFirst(7)
      chain = try #require(Hex.bytes(of: String(digest)))
    }
    #expect(heads.map(\.chain) == [Hex.text(of: chain)])
    #expect(heads.map(\.revision) == [lines.count])
    #expect(try scratch.reader().heads() == heads)
  }
}

import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("The last id of a stream")
struct LastIDTests {
  private func ascends(_ ids: [String]) -> [Bool] {
    var last = LastID()
    return ids.map { id in id.withBorrowedBytes { last.ascends(to: $0) } }
  }

  @Test(
    "A stream's last id says of a higher id that it is new, and of no other id",
    arguments: [
      (["a-000001", "a-000002", "a-000010"], [true, true, true]),
      (["e9", "e10", "e11"], [true, true, true]),
      (["e10", "e9"], [true, false]),
      (["b", "b"], [true, false]),
      (["b", "a", "c"], [true, false, true]),
      (["é", "z"], [true, false]),
      (["a", "aa", "b"], [true, true, false]),
      (["01932b6e-7d1f-7000-8000-000000000000", "01932b6e-7d20-7000-8000-000000000000"], [true, true]),
      ([String(repeating: "x", count: 38), String(repeating: "x", count: 39)], [true, false]),
    ])
  func higherIDIsNew(ids: [String], isAbove: [Bool]) {
    #expect(ascends(ids) == isAbove)
  }

  @Test("A stream's last id calls no id new twice, whatever the ids are", arguments: 1...40)
  func noIDIsNewTwice(seed: Int) {
    var dice = Dice(seed: seed)
    let ids = (0..<200).map { _ in String((0...dice.roll(5)).map { _ in ["a", "b", "0", "ü"][dice.roll(4)] }.joined()) }
    var last = LastID()
    var seen: Set<String> = []
    for id in ids where id.withBorrowedBytes({ last.ascends(to: $0) }) {
      #expect(seen.insert(id).inserted, "\(id) was called new twice")
    }
    #expect(seen.contains(ids[0]))
  }
}

@Suite("A log whose ids ascend")
struct AscendingLogTests {
  /// The outcome of a log that is read as usual, or with a table of all events from the first line on.
  private func outcome(_ log: ByteSource, _ options: ReadingOptions, remembersAll: Bool) throws -> [String] {
    var said: [String] = []
    let shelf = DocumentShelf(reading: Formats.reading)
    let reader = LogReader(log, shelf: shelf, options: options) { said.append("\($0)") }
    if remembersAll { try reader.rememberEvents(before: 0) }
    do {
      try reader.replayLines([.decisions, .states]) { said.append(String(decoding: $0, as: UTF8.self)) }
    } catch let refused as LogRefused {
      said += refused.diagnostics.map { "\($0)" }
    }
    return said + ["\(reader.duplicates) came again"]
  }

  private static let phones = (0..<9).flatMap { Phone.busy(8, source: "/i/\($0)").lines }

  @Test("A log with ascending ids is read without a table of its events")
  func ascendingLogNeedsNoTable() throws {
    let scratch = try Scratch()
    let shelf = DocumentShelf(reading: Formats.reading)
    let reader = LogReader(try scratch.log(Self.phones), shelf: shelf, options: ReadingOptions())
    try reader.check()
    #expect(reader.idsAscend)
  }

  /// What may happen to a log, at any place: a repeated line, a taken id, a line that is not JSON, a blank
  /// one, one of another form, an id out of order, a long one, an event that is refused before it comes as it should.
  private func spoil(_ lines: inout [String], _ dice: inout Dice) {
    let (from, to) = (dice.roll(lines.count), dice.roll(lines.count + 1))
    let line = lines[from]
    switch dice.roll(8) {
    case 0: lines.insert(line, at: max(from, to))
    case 1: lines.insert(line.replacingOccurrences(of: #""time":"2026"#, with: #""time":"2027"#), at: max(from, to))
    case 2: lines.insert(String(line.dropLast(dice.roll(20) + 1)), at: to)
    case 3: lines.insert("  ", at: to)
    case 4: lines[from] = line.replacingOccurrences(of: #","type""#, with: #" , "type""#)
    case 5: lines[from] = line.replacingOccurrences(of: #""id":""#, with: #""id":"z"#)
    case 6: lines.insert(line.replacing(/"revision":\d+/, with: #""revision":1"#), at: from)
    default:
      lines[from] = line.replacingOccurrences(
        of: #""id":""#, with: #""id":"\u0041\(String(repeating: "y", count: 40))"#)
    }
  }

  @Test(
    "A log is read the same with and without a table of its events, wherever its ids stop ascending", arguments: 1...60,
    [true, false])
  func ascendingLogIsReadAsAnyOther(seed: Int, skipsInvalid: Bool) throws {
    var dice = Dice(seed: seed)
    let scratch = try Scratch()
    var lines = Self.phones
    for _ in 0...dice.roll(4) { spoil(&lines, &dice) }
    let options = ReadingOptions(skipsInvalid: skipsInvalid, isPartial: true)
    let usual = try outcome(try scratch.log(lines), options, remembersAll: false)
    #expect(try outcome(try scratch.log(lines), options, remembersAll: true) == usual)
  }
}

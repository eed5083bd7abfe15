import Foundation
import Herald
import HeraldFormats
import SystemPackage
import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("Which events of a log were seen before")
struct SeenEventsTests {
  /// A table so small that it spills most of its keys to disk, with a filter that is almost useless.
  static func tiny(slots: Int = 64, entriesInBlock: Int = 4, filterLines: Int = 1) -> SeenEvents.Limits {
    SeenEvents.Limits(slots: slots, entriesInBlock: entriesInBlock, filterLines: filterLines)
  }

  /// Hashes with few values, so that many are equal, at both ends of the order and in the middle of it.
  private static func hash(_ dice: inout Dice) -> UInt64 {
    let key = [0, 1, 2, .max, .max - 1, UInt32(dice.roll(12)) << 28, UInt32(dice.roll(1 << 32))][dice.roll(7)]
    return UInt64(key) << 32 | UInt64(dice.roll(1 << 32))
  }

  @Test("A table of seen events that spills to disk finds what one in memory finds", arguments: 1...8)
  func spilledTableFindsTheSame(seed: Int) throws {
    var dice = Dice(seed: seed)
    var large = SeenEvents()
    var small = SeenEvents(
      Self.tiny(
        slots: 16 << dice.roll(4), entriesInBlock: 1 + dice.roll(9), filterLines: [1, 64, 1 << 12][dice.roll(3)]))
    var known: [(hash: UInt64, offset: Int)] = []
    for _ in 0..<1500 {
      let again = known.isEmpty || dice.roll(3) > 0 ? nil : known[dice.roll(known.count)]
      let (hash, offset) = (again?.hash ?? Self.hash(&dice), again?.offset ?? dice.roll(1 << 40))
      let found = try small.first(hash) { $0 == offset }
      #expect(try large.first(hash) { $0 == offset } == found)
      #expect(found == again?.offset)
      if again == nil {
        try small.insert(hash, offset: offset)
        try large.insert(hash, offset: offset)
        known.append((hash, offset))
      }
    }
    for (hash, offset) in known {
      #expect(try small.first(hash) { $0 == offset } == offset)
      #expect(try small.first(hash) { _ in false } == nil)
    }
  }

  @Test("Every line with a hash is a candidate once, however many blocks and runs the table fills")
  func everyLineIsACandidateOnce() throws {
    var seen = SeenEvents(Self.tiny())
    let offsets = (0..<500).map { $0 * 1_000_000_007 }
    for offset in offsets { try seen.insert(7 << 32, offset: offset) }
    for other in [6, 8] { try seen.insert(UInt64(other) << 32, offset: other) }
    var candidates: [Int] = []
    #expect(
      try seen.first(7 << 32) {
        candidates.append($0)
        return false
      } == nil)
    #expect(candidates.sorted() == offsets)
  }

  private func outcome(_ log: ByteSource, _ options: ReadingOptions, _ limits: SeenEvents.Limits) throws -> [String] {
    var said: [String] = []
    let shelf = DocumentShelf(reading: Formats.reading)
    let reader = LogReader(log, shelf: shelf, options: options, seen: limits) { said.append("\($0)") }
    do {
      try reader.replayLines([.decisions, .states]) { said.append(String(decoding: $0, as: UTF8.self)) }
    } catch let refused as LogRefused {
      said += refused.diagnostics.map { "\($0)" }
    }
    return said + ["\(reader.duplicates) came again"]
  }

  @Test(
    "A log with repeats and taken ids is read the same when its table spills to disk", arguments: 1...6, [true, false])
  func spillingDoesNotChangeALog(seed: Int, skipsInvalid: Bool) throws {
    var dice = Dice(seed: seed)
    let scratch = try Scratch()
    var lines: [String] = []
    for place in 0..<12 { lines += Phone.busy(8, source: "/i/\(place)").lines }
    for _ in 0..<40 { lines.append(lines[dice.roll(lines.count)]) }
    for _ in 0..<(skipsInvalid ? 30 : 0) {
      let taken = lines[dice.roll(lines.count)].replacingOccurrences(of: #""time":"2026"#, with: #""time":"2027"#)
      lines.insert(taken, at: lines.count - dice.roll(40))
    }
    let options = ReadingOptions(skipsInvalid: skipsInvalid)
    let expected = try outcome(try scratch.log(lines), options, SeenEvents.Limits())
    #expect(expected.contains { $0.contains("idTaken") } == skipsInvalid)
    #expect(try outcome(try scratch.log(lines), options, Self.tiny()) == expected)
  }

  @Test("A log reader without a temporary folder stops, and says what to do")
  func missingTemporaryFolderIsReported() throws {
    var seen = SeenEvents(SeenEvents.Limits(slots: 4, file: { try TemporaryFile(in: "/nowhere/at/all") }))
    let error = #expect(throws: LogFileError.self) { try fill(&seen) }
    #expect(error?.diagnostic.code.name == "cannotOpen")
    #expect(error?.diagnostic.fix == "set TMPDIR to a folder that can be written")
  }

  #if os(Linux)
    @Test("A log reader reports a full disk")
    func fullDiskIsReported() throws {
      let full = try FileDescriptor.open("/dev/full", .readWrite)
      var seen = SeenEvents(SeenEvents.Limits(slots: 4, file: { TemporaryFile(full) }))
      let error = #expect(throws: LogFileError.self) { try fill(&seen) }
      #expect(error?.diagnostic.code.name == "diskFull")
    }
  #endif

  private func fill(_ seen: inout SeenEvents) throws {
    for place in 0..<10 { try seen.insert(UInt64(place) << 60, offset: place) }
  }
}

@Suite("A Bloom filter")
struct BloomFilterTests {
  @Test("A Bloom filter never forgets a key, and confuses few others with one", arguments: 1...5)
  func bloomFilterForgetsNoKey(seed: Int) {
    var dice = Dice(seed: seed)
    let filter = BloomFilter(lines: 1000)
    // Six to a line, as of 6.3 million events.
    let known = (0..<6000).map { _ in UInt32(dice.roll(1 << 32)) }
    for key in known { filter.insert(key) }
    #expect(known.allSatisfy(filter.mayContain))
    let others = (0..<20_000).count { _ in filter.mayContain(UInt32(dice.roll(1 << 32))) }
    #expect(others < 20)
  }
}

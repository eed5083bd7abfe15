import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@Suite("Room in a ledger's write-ahead log")
struct WALPreallocationTests {
  private let lines = Phone.busy(40).lines

  @Test(
    "A ledger's files after a crash have every acknowledged event, and no other", arguments: [1, 2, 3, 40, 130])
  func crashKeepsEveryAcknowledgedEvent(after count: Int) throws {
    let (scratch, left) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    for line in lines.prefix(count) { #expect(try ledger.append(line: line).isNew) }
    try scratch.copyFiles(to: left)
    try ledger.close()
    #expect(try left.exported() == Array(lines.prefix(count)))
    // The next writer continues from there.
    let next = try Ledger(path: left.ledger)
    for line in lines.dropFirst(count) { _ = try next.append(line: line) }
    try next.close()
    #expect(try left.exported() == lines)
  }

  @Test("A write-ahead log that is truncated anywhere ends with a whole event")
  func truncatedLogEndsWithAWholeEvent() throws {
    let counts = try [0.999, 0.9, 0.7, 0.5, 0.3, 0.1].map { try keptEvents(afterTruncatingTo: $0) }
    // The log's end is preallocated, so that a small cut loses nothing.
    #expect(counts.first == 20)
    #expect(counts == counts.sorted(by: >))
    #expect(counts.contains { $0 < 20 })
  }

  /// The number of 20 events that are left in a ledger after its log was truncated. The next writer appends the others.
  private func keptEvents(afterTruncatingTo part: Double) throws -> Int {
    let (scratch, left) = (try Scratch(), try Scratch())
    // The schema is checkpointed first, so that the log has only events.
    try Ledger(path: scratch.ledger).close()
    let ledger = try Ledger(path: scratch.ledger)
    for line in lines.prefix(20) { _ = try ledger.append(line: line) }
    try scratch.copyFiles(to: left)
    try ledger.close()
    let log = try FileHandle(forUpdating: URL(fileURLWithPath: left.ledger + "-wal"))
    try log.truncate(atOffset: UInt64(Double(try log.seekToEnd()) * part))
    try log.close()
    let kept = try left.exported()
    #expect(kept == Array(lines.prefix(kept.count)))
    let next = try Ledger(path: left.ledger)
    for line in lines { _ = try next.append(line: line) }
    try next.close()
    #expect(try left.exported() == lines)
    return kept.count
  }

  @Test("A preallocated write-ahead log is checkpointed as usual, and stays small after many appends")
  func preallocatedLogStaysSmall() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let many = (1...10).flatMap { Phone.busy(40, source: "/i/\($0)").lines }
    for line in many { _ = try ledger.append(line: line) }
    // 1,000 pages and the preallocated part; without checkpoints each event would add five pages.
    let longest = 1000 * 4120 + 2 << 20
    #expect(many.count * 5 * 4120 > longest * 2)
    #expect(try scratch.logSize < longest)
    try ledger.close()
    #expect(try scratch.exported().count == many.count)
  }

  #if os(Linux)
    @Test("Few of many transactions grow a write-ahead log, and the first preallocates nothing")
    func fewTransactionsGrowTheLog() throws {
      let scratch = try Scratch()
      // The schema is checkpointed first, so that the log has only events.
      try Ledger(path: scratch.ledger).close()
      let ledger = try Ledger(path: scratch.ledger)
      var sizes: [Int] = []
      for line in lines {
        _ = try ledger.append(line: line)
        sizes.append(try scratch.logSize)
      }
      #expect(Set(sizes).count < lines.count / 8)
      // A header and whole frames: nothing is preallocated yet.
      #expect((sizes[0] - 32).isMultiple(of: 24 + 4096))
      try ledger.close()
    }
  #endif
}

extension Scratch {
  /// The size of the ledger's write-ahead log in bytes.
  fileprivate var logSize: Int {
    get throws {
      try FileManager.default.attributesOfItem(atPath: ledger + "-wal")[.size] as? Int ?? 0
    }
  }

  /// Copies the files that a crash would leave: the ledger and its log.
  fileprivate func copyFiles(to other: Scratch) throws {
    for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: ledger + end, toPath: other.ledger + end) }
  }
}

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
    // And whoever writes next goes on from there.
    let next = try Ledger(path: left.ledger)
    for line in lines.dropFirst(count) { _ = try next.append(line: line) }
    try next.close()
    #expect(try left.exported() == lines)
  }

  @Test(
    "A write-ahead log that is truncated anywhere ends with a whole event", arguments: [0.999, 0.9, 0.7, 0.5, 0.3, 0.1])
  func truncatedLogEndsWithAWholeEvent(at part: Double) throws {
    let (scratch, left) = (try Scratch(), try Scratch())
    // So that the log begins behind what is needed to be a ledger.
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
    // The end is room; what is cut off first is that.
    #expect(part < 0.99 || kept.count == 20)
    #expect(part < 0.3 || !kept.isEmpty)
    let next = try Ledger(path: left.ledger)
    for line in lines { _ = try next.append(line: line) }
    try next.close()
    #expect(try left.exported() == lines)
  }

  @Test("A preallocated write-ahead log is checkpointed as usual, and stays small after many appends")
  func preallocatedLogStaysSmall() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let many = (1...10).flatMap { Phone.busy(40, source: "/i/\($0)").lines }
    for line in many { _ = try ledger.append(line: line) }
    // 1,000 pages and the room behind them; without checkpoints there would be five pages for each event.
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
      // So that the log begins behind what is needed to be a ledger.
      try Ledger(path: scratch.ledger).close()
      let ledger = try Ledger(path: scratch.ledger)
      var sizes: [Int] = []
      for line in lines {
        _ = try ledger.append(line: line)
        sizes.append(try scratch.logSize)
      }
      #expect(Set(sizes).count < lines.count / 8)
      // One frame after another, behind a header: no zeros.
      #expect((sizes[0] - 32).isMultiple(of: 24 + 4096))
      try ledger.close()
    }
  #endif
}

extension Scratch {
  /// How long the ledger's write-ahead log is.
  fileprivate var logSize: Int {
    get throws {
      try FileManager.default.attributesOfItem(atPath: ledger + "-wal")[.size] as? Int ?? 0
    }
  }

  /// Copies what a crash would leave: the ledger and its log, without what was only in memory.
  fileprivate func copyFiles(to other: Scratch) throws {
    for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: ledger + end, toPath: other.ledger + end) }
  }
}

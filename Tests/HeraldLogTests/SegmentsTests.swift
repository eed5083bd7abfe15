import Foundation
import Herald
import HeraldFormats
import HeraldLog
import Testing

@Suite("Pieces of a ledger")
struct SegmentsTests: ForgettingFleet {
  /// Keeps the lines of each piece.
  private struct Kept: SegmentSink {
    var pieces: [[String]] = []
    var positions: [Int] = []

    mutating func begin() { pieces.append([]) }
    mutating func take(notice line: BorrowedBytes) { keep(line) }
    mutating func take(_ line: SegmentLine) {
      positions.append(line.position)
      keep(line.line)
    }
    func end() {}

    private mutating func keep(_ line: BorrowedBytes) {
      pieces[pieces.count - 1].append(String(decoding: line, as: UTF8.self))
    }
  }

  private func pieces(of scratch: Scratch, after position: Int = 0, through end: Int, atMost most: Int) throws -> Kept {
    var kept = Kept()
    try scratch.reader().segments(after: position, through: end, atMost: most, to: &kept) { _ in }
    return kept
  }

  /// Imports pieces in their order.
  private func imported(_ pieces: [[String]]) throws -> Scratch {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for (number, piece) in pieces.enumerated() {
      _ = try ledger.importLog(scratch.log(piece, named: "\(number).jsonl"))
    }
    try ledger.close()
    return scratch
  }

  @Test("Pieces of any size make the same ledger again, also of one that forgot", arguments: [1, 2, 7, 1000])
  func piecesMakeTheLedger(most: Int) throws {
    let scratch = try Scratch()
    let ledger = try filled(scratch)
    _ = try forget(.before(Self.start(ofRound: 2)), in: ledger)
    _ = try forget(.users(["user-of-1"]), in: ledger)
    try ledger.close()
    let reader = try scratch.reader()
    let kept = try pieces(of: scratch, through: reader.lastPosition(), atMost: most)
    let again = try imported(kept.pieces)
    #expect(kept.pieces.count == (kept.positions.count + most - 1) / most)
    #expect(try again.reader().heads() == reader.heads())
    #expect(try again.outcome() == scratch.outcome())
    #expect(try again.reader().auditChain().isIntact)
  }

  @Test("Pieces behind a position go on where the others ended")
  func goesOn() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    let last = try scratch.reader().lastPosition()
    let first = try pieces(of: scratch, through: 5, atMost: 3)
    let second = try pieces(of: scratch, after: 5, through: last, atMost: 1000)
    #expect(first.positions + second.positions == Array(1...last))
    #expect(try imported(first.pieces + second.pieces).exported() == scratch.exported())
  }

  private static let start: Int64 = 1_772_438_400_000

  /// A ledger with an event at each of some minutes.
  private func ledger(minutes: [Int]) throws -> Scratch {
    let lines = minutes.enumerated().map { index, minute in
      let time = Timestamp(milliseconds: Self.start + Int64(minute) * 60_000)
      return
        #"{"specversion":"1.0","id":"\#(index)","source":"/i/\#(index)","type":"app.foregrounded","time":"\#(time)","data":{}}"#
    }
    return try imported([lines])
  }

  @Test(
    "A ledger is cut where the fewest events are on the wrong side",
    arguments: [
      ([1, 2, 3, 11, 12], 3), ([1, 2, 3], 3), ([11, 12], 0), ([], 0),
      // A clock that runs ahead, and one that came late.
      ([99, 1, 2, 3, 11, 12], 4), ([1, 2, 3, 11, 12, 13, 1], 3),
    ])
  func cut(minutes: [Int], end: Int) throws {
    let time = Timestamp(milliseconds: Self.start + 10 * 60_000)
    #expect(try ledger(minutes: minutes).reader().cut(before: time, after: 0) { _ in } == end)
  }

  @Test("A cut behind a position looks at no event before it")
  func cutBehind() throws {
    let time = Timestamp(milliseconds: Self.start + 10 * 60_000)
    let reader = try ledger(minutes: [11, 11, 1, 2, 11]).reader()
    #expect(try reader.cut(before: time, after: 2) { _ in } == 4)
    #expect(try reader.cut(before: time, after: 4) { _ in } == 4)
  }
}

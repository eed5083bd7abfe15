import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// Flips bits of a ledger's file, one at a time, and asks it the same questions each time.
struct Flips {
  private let path: String
  private let content: [UInt8]
  private let answer: [UInt8]
  private var same = 0
  private var refused = 0
  /// Bits after whose flip the ledger gave another answer, from 0 for the lowest bit of the first byte.
  private var wrong: [Int] = []

  init(ledger: String, copy: String) throws {
    content = try Array(Data(contentsOf: URL(fileURLWithPath: ledger)))
    path = copy
    try Data(content).write(to: URL(fileURLWithPath: copy))
    answer = try Self.ask(copy)
  }

  /// The ledger's decisions and states in any order, and its lines. Without its derived tables a ledger is read in the order
  /// in which its events arrived, and otherwise one stream after another. Lines are checked against the chain as
  /// `herald export` does.
  private static func ask(_ path: String) throws -> [UInt8] {
    guard try LedgerReader.isLedger(path) else { throw NoLedger() }
    var replayed: [UInt8] = []
    let reader = try LedgerReader(path: path, reading: Formats.reading)
    try reader.replayLines([.decisions, .states], of: .all, jobs: 1, until: nil, progress: nil) { replayed += $0 }
    let newline = UInt8(ascii: "\n")
    var answer = Array(replayed.split(separator: newline).sorted { $0.lexicographicallyPrecedes($1) }.joined())
    try reader.lines { answer += $0.utf8 + [newline] }
    return answer
  }

  private struct NoLedger: Error {}

  /// - Parameter numbers: of flips. The first ones, as many as there are bytes, flip one bit of each byte; the next ones
  ///   another bit of each, and so on.
  mutating func run(_ numbers: Range<Int>) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    for number in numbers.clamped(to: 0..<content.count * 8) {
      let place = number % content.count
      let bit = (number / content.count + place) % 8
      try put(content[place] ^ 1 << UInt8(bit), at: place, in: file)
      do {
        if try Self.ask(path) == answer { same += 1 } else { wrong.append(place * 8 + bit) }
      } catch {
        refused += 1
      }
      try put(content[place], at: place, in: file)
      for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
    }
    try file.close()
  }

  private func put(_ byte: UInt8, at offset: Int, in file: FileHandle) throws {
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data([byte]))
  }

  var figures: [String: Any] { ["bits": content.count * 8, "same": same, "refused": refused, "wrong": wrong] }
}

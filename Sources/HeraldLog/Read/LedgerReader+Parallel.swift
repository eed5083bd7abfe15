import Foundation
import GRDB
import Herald
import HeraldLines

extension LedgerReader {
  /// Replays the ledger on several threads. The lines have the order that one thread would write.
  ///
  /// - Parameters:
  ///   - output: the kind of the lines.
  ///   - selection: the installations; only all of them together are replayed on several threads.
  ///   - jobs: the number of threads.
  ///   - limit: the point at which each stream's replay ends; nil for its end.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  ///   - send: takes lines, many at a time.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what `send` throws.
  public func replayLines(
    _ output: ReplayOutput, of selection: StreamSelection = .all, jobs: Int, until limit: ReplayLimit? = nil,
    progress: ((Double) -> Void)? = nil, send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(send) { send in
      var writer = OutcomeWriter(output, send: send)
      if selection == .all, try addParts(to: &writer, jobs: jobs, until: limit, progress: progress) { return }
      try replay(ReplayScope(selection, until: limit), progress: progress, visitor: &writer)
      try writer.flush()
    }
  }

  /// Replays all installations in parts, on several threads. Each thread has a connection of its own, and takes the next
  /// part when it is done with the last.
  ///
  /// - Parameters:
  ///   - fold: gets the results of the parts on the caller's thread, in the ledger's order.
  ///   - jobs: the number of threads.
  ///   - limit: the point at which each stream's replay ends; nil for its end.
  ///   - progress: called now and then with the share that is done, from 0 to 1.
  /// - Returns: false for one thread, for a ledger of few installations, and for a ledger whose derived tables cannot
  ///   be used. Nothing was added then.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what the fold throws.
  package func addParts<Fold: ReplayFold>(
    to fold: inout Fold, jobs: Int, until limit: ReplayLimit?, progress: ((Double) -> Void)?
  ) throws -> Bool {
    guard jobs > 1 else { return false }
    let numbers = try read("replaying it") { database in
      try usesDerived(database) ? Int.fetchAll(database, sql: "SELECT id FROM streams ORDER BY id") : []
    }
    guard numbers.count >= PartQueue<Fold.Part>.size * 2 else { return false }
    let queue = PartQueue(of: numbers, ahead: jobs * 4, make: fold.makePart)
    let workers = try (0..<jobs).map { number in
      try PartWorker(
        number, reader: LedgerReader(path: path, reading: shelfReading, replacement: replacement), queue: queue,
        until: limit)
    }
    for worker in workers { worker.start() }
    defer { queue.stop() }
    while let finished = try queue.nextFinished() {
      try fold.add(&finished.replay)
      queue.giveBack(finished)
      progress?(queue.share)
    }
    return true
  }
}

/// One thread that replays parts of a ledger.
private final class PartWorker<Replay: PartialFold>: @unchecked Sendable {
  private let number: Int
  private let reader: LedgerReader
  private let queue: PartQueue<Replay>
  private let limit: ReplayLimit?

  init(_ number: Int, reader: LedgerReader, queue: PartQueue<Replay>, until limit: ReplayLimit?) {
    self.number = number
    self.reader = reader
    self.queue = queue
    self.limit = limit
  }

  /// Starts a thread: dispatch queues may run all work on one thread where the processors look busy.
  func start() {
    let thread = Thread { [self] in run() }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run() {
    do {
      try reader.read("replaying it") { database in
        let scan = try FactsScan(on: database, path: reader.path, shelf: reader.shelf(on: database), isWhole: true)
        let part = try LedgerPart(scan, until: limit, on: database)
        var memory = queue.memory
        while let (place, numbers, filled) = queue.take(for: number) {
          queue.finish(
            place,
            Result {
              try part.move(to: numbers)
              try filled.replay.replay(part, with: &memory)
              return filled
            })
        }
      }
    } catch {
      // All remaining parts fail with this error, so that nobody waits for them.
      while let (place, _, _) = queue.take(for: number) { queue.finish(place, .failure(error)) }
    }
  }
}

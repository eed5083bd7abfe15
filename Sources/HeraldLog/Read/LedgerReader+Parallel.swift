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
        while let (place, numbers, filled) = queue.next(for: number) {
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
      while let (place, _, _) = queue.next(for: number) { queue.finish(place, .failure(error)) }
    }
  }
}

/// The parts of a ledger that wait for a thread, and the results that wait to be taken in the ledger's order.
final class PartQueue<Replay: PartialFold>: @unchecked Sendable {
  /// The number of installations in a part.
  static var size: Int { 64 }

  /// A replay with the result of a part. It is used again after it was taken, because getting megabytes from the system
  /// takes as long as filling them. The same thread uses it again, which has the policies and devices that it knows.
  final class Filled {
    fileprivate let thread: Int
    var replay: Replay

    fileprivate init(_ replay: Replay, by thread: Int) { (self.replay, self.thread) = (replay, thread) }
  }

  private let numbers: [Int]
  private let ahead: Int
  private let make: @Sendable () -> Replay
  private let condition = NSCondition()
  private var next = 0
  private var taken = 0
  private var finished: [Int: Result<Filled, any Error>] = [:]
  private var spare: [Int: [Filled]] = [:]
  private var isStopped = false

  /// - Parameters:
  ///   - numbers: the installations' numbers in the ledger, in its order.
  ///   - ahead: the number of parts that may wait to be taken.
  init(of numbers: [Int], ahead: Int, make: @escaping @Sendable () -> Replay) {
    self.numbers = numbers
    self.ahead = ahead
    self.make = make
  }

  private var parts: Int { (numbers.count + Self.size - 1) / Self.size }

  /// The share that was taken, from 0 to 1.
  var share: Double { Double(taken) / Double(max(1, parts)) }

  /// The memory of a thread before its first part.
  var memory: Replay.Memory { make().memory }

  /// The next part for a thread; nil at the end. Waits while many parts wait to be taken.
  func next(for thread: Int) -> (place: Int, numbers: ClosedRange<Int>, filled: Filled)? {
    condition.withLock {
      while next - taken >= ahead, !isStopped { condition.wait() }
      guard next < parts, !isStopped else { return nil }
      let start = next * Self.size
      let end = min(numbers.count, start + Self.size) - 1
      defer { next += 1 }
      return (next, numbers[start]...numbers[end], spare[thread]?.popLast() ?? Filled(make(), by: thread))
    }
  }

  func finish(_ place: Int, _ part: Result<Filled, any Error>) {
    condition.withLock {
      finished[place] = part
      condition.broadcast()
    }
  }

  /// The result of the next part in order; nil after the last. Waits until a thread is done with it.
  func nextFinished() throws -> Filled? {
    let part: Result<Filled, any Error>? = condition.withLock {
      guard taken < parts else { return nil }
      while finished[taken] == nil { condition.wait() }
      defer {
        taken += 1
        condition.broadcast()
      }
      return finished.removeValue(forKey: taken)
    }
    return try part?.get()
  }

  /// Takes back a replay that was emptied, for a later part.
  func giveBack(_ filled: Filled) { condition.withLock { spare[filled.thread, default: []].append(filled) } }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}

/// Consecutive installations of a ledger, as one of several threads replays them.
package final class LedgerPart: ReplayedEvents {
  private let lookup: FactsScan.StreamLookup
  private var scan: FactsScan
  private let limit: ReplayLimit?
  private var streams: [FactsScan.Stream] = []

  init(_ scan: FactsScan, until limit: ReplayLimit?, on database: Database) throws {
    lookup = try FactsScan.StreamLookup(on: database)
    self.scan = scan
    self.limit = limit
  }

  /// Goes on to other installations. They are looked up in this thread's own snapshot, because the ledger may have grown
  /// since the work was divided.
  func move(to numbers: ClosedRange<Int>) throws { streams = try lookup.streams(numbers) }

  /// Replays the installations, one after the other. It may be called again, for a second pass.
  ///
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what the visitor throws.
  package func replay<Visitor: ReplayVisitor>(visitor: inout Visitor) throws {
    guard let first = streams.first, let last = streams.last else { return }
    try scan.begin(first.id...last.id)
    for stream in streams {
      let fold = try scan.replay(stream, until: limit, visitor: &visitor)
      try visitor.ended(stream.source, in: fold.state)
    }
  }
}

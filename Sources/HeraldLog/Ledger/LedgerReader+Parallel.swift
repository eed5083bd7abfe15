import Foundation
import Herald

extension LedgerReader {
  /// Replays the ledger on several threads and writes its lines, in the order in which one thread would.
  ///
  /// Each thread reads through a connection of its own and takes the next few streams whenever it is done with some.
  ///
  /// - Parameters:
  ///   - output: which lines are written.
  ///   - jobs: how many threads.
  ///   - limit: where each stream's replay ends.
  ///   - progress: told now and then how far it is, from 0 to 1.
  ///   - send: takes lines, some at a time.
  public func replayLines(
    _ output: ReplayOutput, jobs: Int, until limit: ReplayLimit? = nil, progress: ((Double) -> Void)? = nil,
    send: (borrowing [UInt8]) throws -> Void
  ) throws {
    let streams = try read("replaying it") { try Ledger.isDerivedComplete($0) ? self.streams($0) : [] }
    guard jobs > 1, streams.count >= ReplayQueue.chunk * 2 else {
      return try replayLines(output, until: limit, progress: progress, send: send)
    }
    let work = ReplayQueue(streams: streams, ahead: jobs * 8)
    let workers = try (0..<jobs).map { _ in
      try ReplayWorker(
        reader: LedgerReader(path: path, reading: shelfReading, replacement: replacement), queue: work, output: output,
        limit: limit)
    }
    for worker in workers { worker.start() }
    defer { work.stop() }
    while let lines = try work.nextFinished() {
      try send(lines)
      progress?(work.share)
    }
  }

  private func replayLines(
    _ output: ReplayOutput, until limit: ReplayLimit?, progress: ((Double) -> Void)?,
    send: (borrowing [UInt8]) throws -> Void
  ) throws {
    try withoutActuallyEscaping(send) { send in
      var visitor = OutcomeLines(output, send: send)
      try replay(until: limit, progress: progress, visitor: &visitor)
      try visitor.flush()
    }
  }
}

/// The streams that wait for a thread, and the lines that wait for their turn.
private final class ReplayQueue: @unchecked Sendable {
  /// Streams that a thread takes at once.
  static let chunk = 64

  let streams: [FactsScan.Stream]
  private let ahead: Int
  private let condition = NSCondition()
  private var next = 0
  private var sent = 0
  private var finished: [Int: Result<[UInt8], any Error>] = [:]
  private var isStopped = false

  init(streams: [FactsScan.Stream], ahead: Int) {
    self.streams = streams
    self.ahead = ahead
  }

  private var chunks: Int { (streams.count + Self.chunk - 1) / Self.chunk }

  /// How much was sent, from 0 to 1.
  var share: Double { Double(sent) / Double(max(1, chunks)) }

  /// The next streams for a thread, once there is room for their lines; nil at the end.
  func take() -> (number: Int, streams: ArraySlice<FactsScan.Stream>)? {
    condition.withLock {
      while next - sent >= ahead, !isStopped { condition.wait() }
      guard next < chunks, !isStopped else { return nil }
      let start = next * Self.chunk
      defer { next += 1 }
      return (next, streams[start..<min(streams.count, start + Self.chunk)])
    }
  }

  func finish(_ number: Int, _ lines: Result<[UInt8], any Error>) {
    condition.withLock {
      finished[number] = lines
      condition.broadcast()
    }
  }

  /// The lines whose turn it is; nil after the last.
  func nextFinished() throws -> [UInt8]? {
    let lines: Result<[UInt8], any Error>? = condition.withLock {
      guard sent < chunks else { return nil }
      while finished[sent] == nil { condition.wait() }
      defer {
        sent += 1
        condition.broadcast()
      }
      return finished.removeValue(forKey: sent)
    }
    return try lines?.get()
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}

/// One thread of a replay.
private final class ReplayWorker: @unchecked Sendable {
  private let reader: LedgerReader
  private let queue: ReplayQueue
  private let output: ReplayOutput
  private let limit: ReplayLimit?

  init(reader: LedgerReader, queue: ReplayQueue, output: ReplayOutput, limit: ReplayLimit?) {
    self.reader = reader
    self.queue = queue
    self.output = output
    self.limit = limit
  }

  /// A thread of its own: dispatch queues may run all work on one where the others look busy.
  func start() {
    let thread = Thread { [self] in run() }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run() {
    do {
      try reader.read("replaying it") { database in
        var scan = try FactsScan(on: database, path: reader.path, shelf: reader.shelf(on: database), isWhole: true)
        while let (number, streams) = queue.take() {
          queue.finish(number, Result { try lines(of: streams, &scan) })
        }
      }
    } catch {
      // Whatever chunk is waited for gets the reason.
      while let (number, _) = queue.take() { queue.finish(number, .failure(error)) }
    }
  }

  private func lines(of streams: ArraySlice<FactsScan.Stream>, _ scan: inout FactsScan) throws -> [UInt8] {
    guard let first = streams.first, let last = streams.last else { return [] }
    try scan.begin(first.id...last.id)
    var visitor = OutcomeLines(output)
    for stream in streams {
      let fold = try scan.replay(stream, until: limit, visitor: &visitor)
      try visitor.ended(stream.source, in: fold.state)
    }
    return visitor.lines
  }
}

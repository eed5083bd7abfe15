import Foundation
import Herald

extension LedgerReader {
  /// Replays the ledger on several threads. The lines have the order that one thread would write.
  ///
  /// Each thread has a connection of its own, and takes the next few streams when it is done with the last.
  ///
  /// - Parameters:
  ///   - output: which lines are written.
  ///   - selection: the installations; only all of them together are replayed on several threads.
  ///   - jobs: the number of threads.
  ///   - limit: where each stream's replay ends; nil for its end.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  ///   - send: takes lines, many at a time.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what `send` throws.
  public func replayLines(
    _ output: ReplayOutput, of selection: StreamSelection = .all, jobs: Int, until limit: ReplayLimit? = nil,
    progress: ((Double) -> Void)? = nil, send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let scope = ReplayScope(selection, until: limit)
    guard selection == .all else { return try replayLines(output, in: scope, progress: progress, send: send) }
    let streams = try read("replaying it") { try usesDerived($0) ? self.streams($0) : [] }
    guard jobs > 1, streams.count >= ReplayQueue.chunk * 2 else {
      return try replayLines(output, in: scope, progress: progress, send: send)
    }
    let work = ReplayQueue(streams: streams, output: output, ahead: jobs * 4)
    let workers = try (0..<jobs).map { _ in
      try ReplayWorker(
        reader: LedgerReader(path: path, reading: shelfReading, replacement: replacement), queue: work, limit: limit)
    }
    for worker in workers { worker.start() }
    defer { work.stop() }
    while let page = try work.nextFinished() {
      try send(page.outcomes.lines)
      work.giveBack(page)
      progress?(work.share)
    }
  }

  private func replayLines(
    _ output: ReplayOutput, in scope: ReplayScope, progress: ((Double) -> Void)?,
    send: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(send) { send in
      var visitor = OutcomeWriter(output, send: send)
      try replay(scope, progress: progress, visitor: &visitor)
      try visitor.flush()
    }
  }
}

/// The lines of some streams. Pages are reused, because getting megabytes from the system takes as long as filling
/// them.
private final class ReplayPage {
  var outcomes: OutcomeWriter

  init(_ output: ReplayOutput) { outcomes = OutcomeWriter(output) }
}

/// The streams that wait for a thread, and the lines that wait to be written in order.
private final class ReplayQueue: @unchecked Sendable {
  /// The number of streams that a thread takes at once.
  static let chunk = 64

  let streams: [FactsScan.Stream]
  private let output: ReplayOutput
  private let ahead: Int
  private let condition = NSCondition()
  private var next = 0
  private var sent = 0
  private var finished: [Int: Result<ReplayPage, any Error>] = [:]
  private var spare: [ReplayPage] = []
  private var isStopped = false

  init(streams: [FactsScan.Stream], output: ReplayOutput, ahead: Int) {
    self.streams = streams
    self.output = output
    self.ahead = ahead
  }

  private var chunks: Int { (streams.count + Self.chunk - 1) / Self.chunk }

  /// The part that was written, from 0 to 1.
  var share: Double { Double(sent) / Double(max(1, chunks)) }

  /// The next streams for a thread and an empty page for their lines; nil at the end. Waits while too many pages wait
  /// to be written.
  func take() -> (number: Int, streams: ArraySlice<FactsScan.Stream>, page: ReplayPage)? {
    condition.withLock {
      while next - sent >= ahead, !isStopped { condition.wait() }
      guard next < chunks, !isStopped else { return nil }
      let start = next * Self.chunk
      defer { next += 1 }
      return (next, streams[start..<min(streams.count, start + Self.chunk)], spare.popLast() ?? ReplayPage(output))
    }
  }

  func finish(_ number: Int, _ page: Result<ReplayPage, any Error>) {
    condition.withLock {
      finished[number] = page
      condition.broadcast()
    }
  }

  /// The next page in order; nil after the last. Waits until it is finished.
  func nextFinished() throws -> ReplayPage? {
    let page: Result<ReplayPage, any Error>? = condition.withLock {
      guard sent < chunks else { return nil }
      while finished[sent] == nil { condition.wait() }
      defer {
        sent += 1
        condition.broadcast()
      }
      return finished.removeValue(forKey: sent)
    }
    return try page?.get()
  }

  /// Returns a page for reuse.
  func giveBack(_ page: ReplayPage) {
    page.outcomes.removeAll()
    condition.withLock { spare.append(page) }
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
  private let limit: ReplayLimit?

  init(reader: LedgerReader, queue: ReplayQueue, limit: ReplayLimit?) {
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
        var scan = try FactsScan(on: database, path: reader.path, shelf: reader.shelf(on: database), isWhole: true)
        while let (number, streams, page) = queue.take() {
          queue.finish(
            number,
            Result {
              try write(streams, &scan, to: &page.outcomes)
              return page
            })
        }
      }
    } catch {
      // All remaining chunks fail with this error, so that nobody waits for them.
      while let (number, _, _) = queue.take() { queue.finish(number, .failure(error)) }
    }
  }

  private func write(
    _ streams: ArraySlice<FactsScan.Stream>, _ scan: inout FactsScan, to outcomes: inout OutcomeWriter
  ) throws {
    guard let first = streams.first, let last = streams.last else { return }
    try scan.begin(first.id...last.id)
    for stream in streams {
      let fold = try scan.replay(stream, until: limit, visitor: &outcomes)
      try outcomes.ended(stream.source, in: fold.state)
    }
  }
}

import GRDB
public import Herald
import HeraldLines

extension LedgerReader {
  /// Replays the ledger stream by stream from the packed facts, or from the lines where facts are missing.
  ///
  /// - Parameters:
  ///   - limit: the point at which each stream's replay ends; nil for its end.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  ///   - visitor: called with the values that it asks for.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what the visitor throws.
  public func replay<Visitor: ReplayVisitor>(
    until limit: ReplayLimit? = nil, progress: ((Double) -> Void)? = nil, visitor: inout Visitor
  ) throws {
    var done = 0
    while let last = try replayStreams(after: done, until: limit, progress: progress, visitor: &visitor) { done = last }
  }

  /// Replays the streams behind a number from one snapshot.
  ///
  /// - Returns: the last stream's number if another snapshot has to go on after it, as ``renewal`` wants; nil at the end.
  private func replayStreams<Visitor: ReplayVisitor>(
    after done: Int, until limit: ReplayLimit?, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws -> Int? {
    try read("replaying it") { database in
      guard try usesDerived(database) else {
        try replayLines(database, until: limit, visitor: &visitor)
        return nil
      }
      let streams = try FactsScan.StreamLookup(on: database).streams(done + 1...Int(Int32.max))
      guard let first = streams.first, let last = streams.last else { return nil }
      var scan = try FactsScan(on: database, path: path, shelf: shelf(on: database), isWhole: true)
      try scan.begin(first.id...last.id)
      let start = ContinuousClock.now
      for (number, stream) in streams.enumerated() {
        let fold = try scan.replay(stream, until: limit, visitor: &visitor)
        try visitor.ended(stream.source, in: fold.state)
        if number & 255 == 255 { progress?(Double(first.id + number) / Double(first.id + streams.count)) }
        if let renewal, number & 15 == 15, stream.id != last.id, ContinuousClock.now - start >= renewal {
          return stream.id
        }
      }
      return nil
    }
  }

  /// Replays one installation. The visitor is not called where the ledger doesn't know it.
  ///
  /// The reader caches documents, texts and statements, so use one reader for many installations.
  ///
  /// - Parameters:
  ///   - source: the installation.
  ///   - limit: the point at which the replay ends; nil for the stream's end.
  ///   - visitor: called with the values that it asks for.
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what the visitor throws.
  public func replay<Visitor: ReplayVisitor>(
    source: ExactString, until limit: ReplayLimit? = nil, visitor: inout Visitor
  ) throws {
    try read("replaying `\(source)`") { database in
      guard let streams = try streamReplayCache(on: database) else {
        return try replayLines(database, until: limit, of: source, visitor: &visitor)
      }
      try streams.replay(source, until: limit, visitor: &visitor)
    }
  }

  /// The streams in the order of their numbers.
  func streams(_ database: Database) throws -> [FactsScan.Stream] {
    try FactsScan.streams(on: database)
  }

  /// Replays from the events' lines: slower, and without any derived table.
  func replayLines<Visitor: ReplayVisitor>(
    _ database: Database, until limit: ReplayLimit? = nil, of source: ExactString? = nil, visitor: inout Visitor
  ) throws {
    try log(on: database).replay(source.map { .source($0) } ?? .all, until: limit, visitor: &visitor)
  }

  /// The ledger as a log of its events' lines, in ledger order.
  func log(on database: Database) throws -> LogReader {
    var notices: [UInt8]? = []
    try ForgottenLines(on: database, checkedAt: readsOnlyLines ? nil : path).each {
      notices?.append(contentsOf: $0)
      notices?.append(0x0A)
    }
    var walk = try ChainWalk(on: database)
    let bytes = try ByteSource(name: path) { [path, readsOnlyLines] (bytes: inout [UInt8]) in
      if let first = notices, !first.isEmpty {
        bytes.append(contentsOf: first)
        notices = nil
        return true
      }
      guard let link = try readsOnlyLines ? walk.next() : walk.nextVerified(of: path) else { return false }
      bytes.append(contentsOf: link.line)
      bytes.append(0x0A)
      return true
    }
    // Gaps were accepted when the events were imported.
    return LogReader(
      log: bytes, shelf: DocumentShelf(reading: shelfReading, replacement: replacement),
      options: ReadingOptions(isPartial: true))
  }
}

import Herald

/// The events that were found in a log, or in each of several that are read as one.
///
/// Where nothing was read, nothing was found wrong either. So a file without a readable event is refused, and its
/// looks are named.
struct FoundEvents {
  /// The log at hand, among several.
  private var current = 0
  private var hasEvent = false
  /// True where a bad line of the log at hand begins as events do.
  private var hasBadEvent = false
  /// True where the first line opens an array. Its last item may be on a line of its own, and be an event.
  private var beginsAsArray = false
  /// True where the first line begins an archive. What is packed in it without being compressed reads as lines.
  private var beginsAsArchive = false
  /// The logs before it that have an event, and those that have but a bad one.
  private var earlier: (events: Set<Int>, badEvents: Set<Int>) = ([], [])

  /// Records that a line is an event, a repeated one included, or tells of a ledger.
  @inline(__always)
  mutating func event(in line: LineFeed.Line, of feed: borrowing LineFeed) {
    if feed.source.seams != nil { move(to: line, of: feed) }
    hasEvent = true
  }

  /// Records a bad line.
  mutating func bad(_ line: LineFeed.Line, _ fault: WireFault, of feed: borrowing LineFeed) {
    move(to: line, of: feed)
    if line.number == 1 {
      beginsAsArray = line.bytes.first == UInt8(ascii: "[")
      beginsAsArchive = FileLook.packed(Array(line.bytes.prefix(300)))?.isDocument == true
    }
    if hasEvent || hasBadEvent { return }
    if fault.isUnparseable {
      hasBadEvent = EventBeginning.isWhole(in: line.bytes)
    } else if let node = try? JSONNode.read(String(decoding: line.bytes, as: UTF8.self)).node {
      hasBadEvent = node.members?.contains { $0.name == "specversion" } == true
    }
  }

  /// True if the log of a line has an event before it, or a bad one.
  mutating func hasEvents(before line: LineFeed.Line, of feed: borrowing LineFeed) -> Bool {
    move(to: line, of: feed)
    return hasEvent || hasBadEvent
  }

  private mutating func move(to line: LineFeed.Line, of feed: borrowing LineFeed) {
    guard let number = feed.source.seams?.number(at: line.offset, from: current), number != current else { return }
    leave()
    current = number
    (hasEvent, hasBadEvent) = (false, false)
  }

  private mutating func leave() {
    if hasEvent { earlier.events.insert(current) }
    if hasBadEvent { earlier.badEvents.insert(current) }
  }

  /// Refuses logs without events, after the last line.
  ///
  /// - Parameters:
  ///   - refusesEmpty: true to refuse a log without a byte too.
  ///   - refusesBadLines: true where bad lines of events are named instead.
  /// - Throws: ``LogRefused`` with the looks of each.
  mutating func check(of feed: borrowing LineFeed, refusesEmpty: Bool, refusesBadLines: Bool) throws {
    if feed.source.seams == nil {
      // An archive is not a log, even where bad lines are skipped: its first event hides in the first line.
      if beginsAsArchive || beginsAsArray && refusesBadLines { hasEvent = false }
      if hasEvent { return }
    }
    leave()
    var findings: [Diagnostic] = []
    let all = feed.source.seams?.parts(to: feed.readBytes) ?? [(feed.source.name, 0..<feed.readBytes)]
    for (number, log) in all.enumerated() where !earlier.events.contains(number) {
      if log.range.isEmpty ? !refusesEmpty : refusesBadLines && isBadAlone(number, log.range, of: feed) { continue }
      findings.append(try look(at: log.range, of: feed).finding(about: log.name))
    }
    if !findings.isEmpty { throw LogRefused(Array(findings.prefix(LogRefused.shownAtMost))) }
  }

  /// True if a log's bad lines are to be named: it has events that cannot be read, and is not one document over many lines.
  private func isBadAlone(_ number: Int, _ range: Range<Int>, of feed: borrowing LineFeed) -> Bool {
    guard earlier.badEvents.contains(number) else { return false }
    return (try? look(at: range, of: feed))?.isDocument != true
  }

  private func look(at range: Range<Int>, of feed: borrowing LineFeed) throws -> FileLook {
    try FileLook(of: feed.source, range)
  }
}

extension FileLook {
  /// Looks at a part of what was read already.
  init(of source: ByteSource, _ range: Range<Int>) throws {
    let start = try source.bytes(at: range.lowerBound, atMost: min(range.count, Self.longestStart))
    // Of a source without a copy nothing is left to look at.
    self = start.isEmpty && !range.isEmpty ? .unknown : FileLook(start: start, isWhole: start.count == range.count)
  }
}

import GRDB
public import Herald

/// What recomputing a ledger's chain found.
public struct ChainReport: Sendable {
  public var events = 0
  /// The ends of the streams as their events have them, in the order in which the streams began.
  public var heads: [StreamHead] = []
  /// The first event of each stream that is not what was appended, and what is missing.
  public var breaks: [ChainBreak] = []

  public var isIntact: Bool { breaks.isEmpty }
}

/// A place at which a ledger is not what was appended to it.
public struct ChainBreak: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The event's line or revision was changed, or one before it was removed or inserted.
    case changed
    /// The ledger lacks a position before this event: something was removed.
    case removed
    /// The stream ends before the revision that is known of it.
    case tailMissing
    /// The stream has another value there than the head that was kept elsewhere.
    case otherHead
    /// A stream is known of which the ledger has no event.
    case streamMissing
  }
  public let kind: Kind
  public let source: ExactString
  /// Where it shows; for a missing tail the last revision that is there.
  public let revision: Int
  /// In the ledger; nil where no event stands for it.
  public let position: Int?

  public init(kind: Kind, source: ExactString, revision: Int, position: Int?) {
    self.kind = kind
    self.source = source
    self.revision = revision
    self.position = position
  }
}

extension LedgerReader {
  /// Recomputes the chain over every stream from the events' lines, link by link.
  ///
  /// A tail that is gone with everything that was derived from it leaves no trace in the ledger: only a head that was
  /// kept elsewhere shows it.
  ///
  /// - Parameters:
  ///   - known: heads that were kept elsewhere.
  ///   - progress: told now and then how far it is, from 0 to 1.
  /// - Throws: ``LedgerError``.
  public func auditChain(
    against known: [StreamHead] = [], progress: ((Double) -> Void)? = nil
  ) throws -> ChainReport {
    try read("checking its chain") { database in
      let derived = (try? derivedStreams(on: database)) ?? [:]
      var audit = ChainAudit(known: known, derived: derived)
      let last = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
      let events = try Statement("SELECT position, stream, revision, line, chain FROM lines", on: database)
      while try events.step() {
        let position = Int(events.integer(0))
        audit.take(
          position: position, stream: Int(events.integer(1)), revision: Int(events.integer(2)), line: events.bytes(3),
          chain: events.bytes(4))
        if position & 8191 == 0 { progress?(Double(position) / Double(last)) }
      }
      return audit.end()
    }
  }

  /// What the derived tables know of the streams; a tail that was cut off is often still named there.
  private func derivedStreams(on database: Database) throws -> [Int: (source: ExactString, head: Int)] {
    let select = try Statement("SELECT id, source, head FROM streams", on: database)
    var streams: [Int: (source: ExactString, head: Int)] = [:]
    while try select.step() {
      streams[Int(select.integer(0))] = (ExactString(select.text(1)), Int(select.integer(2)))
    }
    return streams
  }
}

/// Goes along the events in ledger order and recomputes each stream's chain.
private struct ChainAudit {
  private struct Stream {
    let source: ExactString
    var head = 0
    var chain = Chain.start
    var position = 0
    var isBroken = false
  }

  private var report = ChainReport()
  private var streams: [Int: Stream] = [:]
  /// Streams in the order in which they began.
  private var order: [Int] = []
  private var position = 0
  private let known: [ExactString: [StreamHead]]
  private let derived: [Int: (source: ExactString, head: Int)]
  private var names = EventReader()

  init(known: [StreamHead], derived: [Int: (source: ExactString, head: Int)]) {
    self.known = Dictionary(grouping: known, by: \.source)
    self.derived = derived
  }

  mutating func take(
    position: Int, stream number: Int, revision: Int, line: UnsafeRawBufferPointer, chain: UnsafeRawBufferPointer
  ) {
    let isGap = position != self.position + 1
    self.position = position
    report.events += 1
    var stream = streams.removeValue(forKey: number) ?? begin(number, line)
    defer { streams[number] = stream }
    Chain.advance(&stream.chain, revision: revision, line: line)
    let isSame = stream.chain.elementsEqual(chain)
    if !isSame || isGap, !stream.isBroken {
      stream.isBroken = !isSame
      report.breaks.append(
        ChainBreak(kind: isGap ? .removed : .changed, source: stream.source, revision: revision, position: position))
    }
    compare(stream, revision, chain)
    stream.head = revision
    stream.position = position
    // Goes on from what is stored there, so that one changed event is one break.
    if !isSame { stream.chain = Array(chain) }
  }

  private mutating func begin(_ number: Int, _ line: UnsafeRawBufferPointer) -> Stream {
    order.append(number)
    if let source = derived[number]?.source { return Stream(source: source) }
    let source = try? names.event(utf8: line.assumingMemoryBound(to: UInt8.self)).source
    return Stream(source: source ?? ExactString("stream \(number)"))
  }

  /// Holds a revision's value against what was kept elsewhere.
  private mutating func compare(_ stream: Stream, _ revision: Int, _ chain: UnsafeRawBufferPointer) {
    guard let heads = known[stream.source] else { return }
    for head in heads where head.revision == revision && Hex.text(of: chain) != head.chain {
      report.breaks.append(
        ChainBreak(kind: .otherHead, source: stream.source, revision: revision, position: position))
    }
  }

  mutating func end() -> ChainReport {
    var expected = Dictionary(derived.values.map { ($0.source, $0.head) }, uniquingKeysWith: max)
    for (source, heads) in known {
      expected[source] = max(expected[source] ?? 0, heads.map(\.revision).max() ?? 0)
    }
    for number in order {
      guard let stream = streams[number] else { continue }
      report.heads.append(
        StreamHead(
          source: stream.source, revision: stream.head, chain: stream.chain.withUnsafeBytes { Hex.text(of: $0) })
      )
      if let head = expected.removeValue(forKey: stream.source), head > stream.head {
        report.breaks.append(
          ChainBreak(kind: .tailMissing, source: stream.source, revision: stream.head, position: stream.position))
      }
    }
    for source in expected.keys.sorted() {
      report.breaks.append(ChainBreak(kind: .streamMissing, source: source, revision: 0, position: nil))
    }
    return report
  }
}

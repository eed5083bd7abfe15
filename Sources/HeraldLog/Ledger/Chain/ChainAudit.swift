import GRDB
public import Herald

/// The result of recomputing a ledger's chain.
///
/// ```swift
/// let report = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading).auditChain()
/// for found in report.breaks { print(found.kind, found.source, found.revision) }
/// ```
public struct ChainReport: Sendable {
  /// The number of events.
  public var events = 0
  /// The heads of the streams as computed from their events, in the order in which the streams began.
  public var heads: [StreamHead] = []
  /// For each stream the first event that differs from what was appended, and what is missing.
  public var breaks: [ChainBreak] = []

  /// Whether the ledger is what was appended to it, as far as the chain shows.
  public var isIntact: Bool { breaks.isEmpty }
}

/// A place at which a ledger differs from what was appended to it.
public struct ChainBreak: Hashable, Sendable {
  /// How the ledger differs.
  public enum Kind: String, Hashable, Sendable {
    /// The event's line or revision was changed, or an event before it was removed or inserted.
    case changed
    /// The ledger lacks a position before this event: an event was removed.
    case removed
    /// The stream ends before a revision that it is known to have had.
    case tailMissing
    /// The chain's value differs from that of a head that was kept elsewhere.
    case otherHead
    /// The ledger has no event of a stream that is known.
    case streamMissing
  }
  /// How the ledger differs.
  public let kind: Kind
  /// The installation.
  public let source: ExactString
  /// The revision at which the break shows; for a missing tail, the last one that is stored.
  public let revision: Int
  /// The event's position in the ledger; nil for a missing stream.
  public let position: Int?

  package init(kind: Kind, source: ExactString, revision: Int, position: Int?) {
    self.kind = kind
    self.source = source
    self.revision = revision
    self.position = position
  }
}

extension LedgerReader {
  /// Recomputes the chain of every stream from its lines.
  ///
  /// A tail that was removed together with everything derived from it leaves no trace in the ledger: only a head that
  /// was kept elsewhere reveals it.
  ///
  /// - Parameters:
  ///   - known: heads that were kept elsewhere.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError``. A derived table of streams that exists and can't be read is an error too, because a
  ///   missing tail would go unnoticed.
  public func auditChain(
    against known: [StreamHead] = [], progress: ((Double) -> Void)? = nil
  ) throws -> ChainReport {
    try read("checking its chain") { database in
      let derived = try derivedStreams(on: database)
      var audit = ChainAudit(known: known, derived: derived)
      let last = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
      let events = try RawStatement("SELECT position, stream, revision, line, chain FROM lines", on: database)
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

  /// The streams according to the derived table, which often still names a tail that was cut off; empty where the table
  /// is missing, which the next writer rebuilds.
  private func derivedStreams(on database: Database) throws -> [Int: (source: ExactString, head: Int)] {
    guard try database.tableExists("streams") else { return [:] }
    let select = try RawStatement("SELECT id, source, head FROM streams", on: database)
    var streams: [Int: (source: ExactString, head: Int)] = [:]
    while try select.step() {
      streams[Int(select.integer(0))] = (ExactString(select.text(1)), Int(select.integer(2)))
    }
    return streams
  }
}

/// Recomputes each stream's chain from the events in ledger order.
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
    position: Int, stream number: Int, revision: Int, line: BorrowedBytes, chain: BorrowedBytes
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
    // Continues from the stored value, so that one changed event is one break.
    if !isSame { stream.chain = Array(chain) }
  }

  private mutating func begin(_ number: Int, _ line: BorrowedBytes) -> Stream {
    order.append(number)
    if let source = derived[number]?.source { return Stream(source: source) }
    let source = try? names.event(in: line).source
    return Stream(source: source ?? ExactString("stream \(number)"))
  }

  /// Compares a revision's value with the heads that were kept elsewhere.
  private mutating func compare(_ stream: Stream, _ revision: Int, _ chain: BorrowedBytes) {
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
          source: stream.source, revision: stream.head, chain: Hex.text(of: stream.chain)))
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

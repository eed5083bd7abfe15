import GRDB
import Herald
import HeraldLines

extension LedgerReader {
  /// Recomputes the chain of every stream from its lines, and the journal's chain.
  ///
  /// A tail that was removed together with everything derived from it leaves no trace in the ledger: only a head that
  /// was kept elsewhere reveals it.
  ///
  /// - Parameters:
  ///   - known: heads that were kept elsewhere, also from before the ledger's chain was renewed.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError``. A derived table of streams that exists and can't be read is an error too, because a
  ///   missing tail would go unnoticed.
  public func auditChain(
    against known: [StreamHead] = [], progress: ((Double) -> Void)? = nil
  ) throws -> ChainReport {
    try read("checking its chain") { database in
      var audit = try ChainAudit(of: database, known: known, derived: try derivedStreams(on: database))
      let last = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
      var walk = try ChainWalk(on: database)
      while let link = try walk.next() {
        try audit.take(link)
        if link.position & 8191 == 0 { progress?(Double(link.position) / Double(last)) }
      }
      return try audit.end()
    }
  }

  /// The streams according to the derived table, which often still names a tail that was cut off; empty where the table
  /// is missing, which the next writer rebuilds.
  fileprivate func derivedStreams(on database: Database) throws -> [Int: (source: ExactString, head: Int)] {
    guard try database.tableExists("streams") else { return [:] }
    let select = try RawStatement("SELECT id, source, head FROM streams", on: database)
    var streams: [Int: (source: ExactString, head: Int)] = [:]
    while try select.step() {
      streams[Int(select.integer(0))] = (ExactString(select.text(1)), Int(select.integer(2)))
    }
    return streams
  }
}

/// Collects what the walk along the chain finds.
private struct ChainAudit {
  /// A class, because a line changes it in place after one lookup.
  private final class Stream {
    let source: ExactString
    var head: Int
    var chain: [UInt8]
    /// The value of the first chain, for heads that were noted under it; nil where a line is missing or was replaced.
    var first: [UInt8]?
    var position: Int?
    var isBroken = false
    /// The revisions that were compared with heads.
    var compared: Set<Int> = []
    /// The revision up to which the beginning was forgotten, and the chain's value there.
    let forgotten: (revision: Int, chain: [UInt8])

    init(source: ExactString, head: Int = 0, chain: [UInt8] = Chain.start, first: [UInt8]? = Chain.start) {
      (self.source, self.head, self.chain, self.first) = (source, head, chain, first)
      forgotten = (head, chain)
    }
  }

  private let database: Database
  private let identity: LedgerIdentity?
  private var report = ChainReport()
  private var streams: [Int: Stream] = [:]
  /// Streams in the order in which they began.
  private var order: [Int] = []
  private let known: [ExactString: [StreamHead]]
  private var compared: [ExactString: ComparedHeads] = [:]
  private let derived: [Int: (source: ExactString, head: Int)]
  private var lines = LineReader()

  init(of database: Database, known: [StreamHead], derived: [Int: (source: ExactString, head: Int)]) throws {
    self.database = database
    self.known = Dictionary(grouping: known, by: \.source)
    self.derived = derived
    identity = try LedgerIdentity(of: database)
    try ForgottenTables(on: database).eachAnchor { number, anchor in
      order.append(number)
      report.forgotten &+= anchor.events
      streams[number] = Stream(
        source: anchor.source, head: anchor.revision, chain: anchor.chain, first: nil)
    }
  }

  mutating func take(_ link: ChainWalk.Link) throws {
    report.events += 1
    let known = streams[link.stream]
    let (source, hasSalt) = head(of: link, isKnown: known != nil)
    let stream = try known ?? begin(link, source)
    if !hasSalt { report.withoutSalt += 1 }
    if link.isReplaced, link.finding == nil { report.replaced += 1 }
    if let finding = link.finding, !stream.isBroken {
      stream.isBroken = finding == .changed
      record(finding.kind, stream, link)
    }
    stream.head = link.revision
    stream.position = link.position
    stream.chain.set(to: link.chain)
    if link.isReplaced { stream.first = nil }
    compare(stream, link)
  }

  private mutating func record(_ kind: ChainBreak.Kind, _ stream: Stream, _ link: ChainWalk.Link) {
    report.breaks.append(
      ChainBreak(kind: kind, source: stream.source, revision: link.revision, position: link.position))
  }

  /// The source of a line, where it can be read, and whether it has a salt.
  private mutating func head(of link: ChainWalk.Link, isKnown: Bool) -> (source: ExactString?, hasSalt: Bool) {
    let head = CanonicalHead(link.line)
    if isKnown, head.isFound { return (nil, head.salt != nil) }
    guard let parts = try? lines.read(link.line) else { return (nil, false) }
    return (isKnown ? nil : ExactString(JSONText(bytes: link.line).text(of: parts.source)), parts.salt != nil)
  }

  private mutating func begin(_ link: ChainWalk.Link, _ source: ExactString?) throws -> Stream {
    order.append(link.stream)
    var name = derived[link.stream]?.source
    // A line that was altered may be unreadable, or name another installation. The lines behind it know better.
    if name == nil, source == nil || link.finding == .changed { name = try laterSource(of: link) }
    let stream = Stream(source: name ?? source ?? ExactString("stream \(link.stream)"))
    streams[link.stream] = stream
    return stream
  }

  /// The source that the first readable line of the same stream behind a line names; nil where none is.
  private mutating func laterSource(of link: ChainWalk.Link) throws -> ExactString? {
    let select = try RawStatement(
      "SELECT line FROM lines WHERE stream = ? AND position > ? ORDER BY position", on: database)
    select.bind(link.stream, at: 1)
    select.bind(link.position, at: 2)
    while try select.step() {
      let line = select.bytes(0)
      if let parts = try? lines.read(line) { return ExactString(JSONText(bytes: line).text(of: parts.source)) }
    }
    return nil
  }

  /// Compares a revision's value with the heads that were kept elsewhere.
  private mutating func compare(_ stream: Stream, _ link: ChainWalk.Link) {
    guard let heads = known[stream.source] else { return }
    if var first = stream.first {
      ChainV1.advance(&first, revision: link.revision, line: link.line)
      stream.first = first
    }
    for head in heads where head.revision == link.revision {
      stream.compared.insert(link.revision)
      let first = stream.first.map { Hex.text(of: $0) }
      let agrees = Hex.text(of: link.chain) == head.chain || first == head.chain
      note(head, agrees: agrees)
      if !agrees { record(.otherHead, stream, link) }
    }
  }

  private mutating func note(_ head: StreamHead, agrees: Bool?) {
    compared[head.source, default: ComparedHeads(head.source)].record(head.revision, agrees: agrees)
  }

  /// Notes a head of a revision that the stream has no event of, though it goes further.
  private mutating func noteRemoved(_ head: StreamHead) {
    note(head, agrees: false)
    report.breaks.append(
      ChainBreak(kind: .otherHead, source: head.source, revision: head.revision, position: nil))
  }

  /// Notes a head within a beginning that was forgotten. Only its last revision has a value to compare.
  private mutating func noteForgotten(_ head: StreamHead, _ stream: Stream) {
    let (revision, chain) = stream.forgotten
    if head.revision == revision, Hex.text(of: chain) == head.chain {
      note(head, agrees: true)
    } else {
      compared[head.source, default: ComparedHeads(head.source)].forgotten += 1
    }
  }

  mutating func end() throws -> ChainReport {
    var expected = Dictionary(derived.values.map { ($0.source, $0.head) }, uniquingKeysWith: max)
    for (source, heads) in known {
      expected[source] = max(expected[source] ?? 0, heads.map(\.revision).max() ?? 0)
    }
    for number in order {
      guard let stream = streams[number] else { continue }
      report.heads.append(
        StreamHead(
          source: stream.source, revision: stream.head, chain: Hex.text(of: stream.chain)))
      for head in known[stream.source] ?? [] {
        if head.revision > stream.head {
          note(head, agrees: nil)
        } else if head.revision <= stream.forgotten.revision {
          noteForgotten(head, stream)
        } else if !stream.compared.contains(head.revision) {
          noteRemoved(head)
        }
      }
      if let compared = compared[stream.source] { report.comparedHeads.append(compared) }
      if let head = expected.removeValue(forKey: stream.source), head > stream.head {
        report.breaks.append(
          ChainBreak(kind: .tailMissing, source: stream.source, revision: stream.head, position: stream.position))
      }
    }
    let forgotten = try ForgottenTables(on: database).installations()
    report.forgotten &+= forgotten.reduce(0) { $0 &+ $1.events }
    let entries = try JournalReader(on: database).entries()
    // The identity is that of the first entry, which the chain covers. The table of it is covered by nothing.
    let journal = (entries.first?.source ?? identity?.source).map { ExactString($0) }
    for source in expected.keys.sorted() where source != journal {
      let hash = identity?.hash(of: source)
      if let found = forgotten.first(where: { $0.name == hash }) {
        compare(found, source)
      } else {
        report.breaks.append(ChainBreak(kind: .streamMissing, source: source, revision: 0, position: nil))
        for head in known[source] ?? [] { note(head, agrees: nil) }
      }
      if let compared = compared[source] { report.comparedHeads.append(compared) }
    }
    if let journal { try auditJournal(entries, of: journal, forgotten) }
    return report
  }

  /// Compares the last value of a forgotten installation with heads that were kept elsewhere.
  private mutating func compare(_ found: ForgottenInstallation, _ source: ExactString) {
    for head in known[source] ?? [] {
      if head.revision < found.revision {
        compared[source, default: ComparedHeads(source)].forgotten += 1
        continue
      }
      let isSame = head.chain == Hex.text(of: found.chain)
      note(head, agrees: head.revision > found.revision ? nil : isSame)
      if isSame, head.revision == found.revision { continue }
      report.breaks.append(
        ChainBreak(kind: .otherHead, source: source, revision: found.revision, position: nil))
    }
  }

  /// Verifies that the ledger has one identity, in the journal and in its own table.
  private mutating func auditIdentity(of entries: [JournalReader.Entry], _ source: ExactString) throws {
    let other = entries.first { ExactString($0.source ?? "") != source }
    let names = try LedgerIdentity.sources(of: database).map { ExactString($0) }
    guard other != nil || !entries.isEmpty && names != [source] else { return }
    report.breaks.append(
      ChainBreak(kind: .identity, source: source, revision: other?.revision ?? 1, position: other?.revision))
  }

  /// Verifies the journal, and that it knows everything that was forgotten.
  private mutating func auditJournal(
    _ entries: [JournalReader.Entry], of source: ExactString, _ forgotten: [ForgottenInstallation]
  ) throws {
    try auditIdentity(of: entries, source)
    if let last = entries.last {
      report.journal = StreamHead(source: source, revision: last.revision, chain: Hex.text(of: last.chain))
    }
    for entry in entries where !entry.isVerified {
      report.breaks.append(
        ChainBreak(kind: .journal, source: source, revision: entry.revision, position: entry.revision))
    }
    if entries.isEmpty {
      report.breaks.append(ChainBreak(kind: .journal, source: source, revision: 0, position: nil))
    }
    for head in known[source] ?? [] {
      let entry = entries.first { $0.revision == head.revision }
      note(head, agrees: entry.map { Hex.text(of: $0.chain) } == head.chain)
      if entry.map({ Hex.text(of: $0.chain) }) != head.chain {
        report.breaks.append(
          ChainBreak(kind: .otherHead, source: source, revision: head.revision, position: head.revision))
      }
    }
    if let compared = compared[source] { report.comparedHeads.append(compared) }
    let digests = try JournalReader(on: database).forgotten()
    try ForgottenTables(on: database).eachAnchor { _, anchor in
      if digests.contains(anchor.digest) { return }
      report.breaks.append(
        ChainBreak(kind: .notForgotten, source: anchor.source, revision: anchor.revision, position: nil))
    }
    for installation in forgotten where !digests.contains(installation.digest) {
      report.breaks.append(
        ChainBreak(
          kind: .notForgotten, source: installation.pseudonym, revision: installation.revision, position: nil))
    }
  }
}

extension ChainWalk.Finding {
  /// The kind under which an audit reports it.
  var kind: ChainBreak.Kind {
    switch self {
    case .gap: .removed
    case .changed: .changed
    case .unknownReplacement: .notForgotten
    }
  }
}

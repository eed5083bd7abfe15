import GRDB
import Herald
import HeraldLines

/// The changes of a forgetting: found by reading all lines, then carried out. Both happen in one transaction.
struct ForgettingPlan {
  let database: Database
  let path: String
  let shelf: DocumentShelf
  let tables: ForgottenTables
  private(set) var report = ForgettingReport()
  /// The time of a retention.
  private(set) var before: Timestamp?
  /// The digests that the journal gets: of the new lines, the anchors and the forgotten installations.
  private(set) var digests: [[UInt8]] = []
  /// The positions whose lines go, ascending.
  private(set) var removed: [Int] = []
  /// New lines, with the digests of the lines that they replace.
  private(set) var replaced: [(position: Int, line: [UInt8], original: [UInt8])] = []
  /// Streams whose anchors go.
  private(set) var withoutAnchor: Set<Int> = []
  private(set) var anchors: [(stream: Int, anchor: Anchor)] = []
  private(set) var installations: [ForgottenInstallation] = []

  init(on database: Database, path: String, shelf: DocumentShelf) {
    self.database = database
    self.path = path
    self.shelf = shelf
    tables = ForgottenTables(on: database)
  }

  /// True if there is nothing to forget.
  var isEmpty: Bool { removed.isEmpty && replaced.isEmpty && anchors.isEmpty && installations.isEmpty }

  mutating func make(_ what: Forgetting, progress: ((Double) -> Void)?) throws {
    switch what {
    case .installations(let sources): try forget(sources, progress)
    case .users(let users): try replace(ForgottenText(users: users), progress)
    case .properties(let names): try replace(ForgottenText(properties: names), progress)
    case .before(let time): try forget(before: time, progress)
    }
  }

  /// Passes every line, verified.
  private func each(_ progress: ((Double) -> Void)?, _ body: (ChainWalk.Link) throws -> Void) throws {
    let last = Double(max(1, try Positions(on: database).last))
    var walk = try ChainWalk(on: database)
    while let link = try walk.nextVerified(of: path) {
      try body(link)
      if link.position & 8191 == 0 { progress?(Double(link.position) / last) }
    }
  }

  // MARK: Installations

  private mutating func forget(_ sources: [ExactString], _ progress: ((Double) -> Void)?) throws {
    let streams = try numbers(of: sources)
    var remains: [Int: (revision: Int, events: Int, chain: [UInt8])] = [:]
    var anchored: Set<Int> = []
    try tables.eachAnchor { stream, anchor in
      guard streams[stream] != nil else { return }
      anchored.insert(stream)
      remains[stream] = (anchor.revision, anchor.events, anchor.chain)
    }
    withoutAnchor = anchored
    var positions: [Int] = []
    try each(progress) { link in
      guard streams[link.stream] != nil else { return }
      positions.append(link.position)
      remains[link.stream] = (link.revision, (remains[link.stream]?.events ?? 0) + 1, Array(link.chain))
    }
    removed = positions
    guard let identity = try LedgerIdentity(of: database) else { return }
    for (stream, remains) in remains.sorted(by: { $0.key < $1.key }) {
      guard let source = streams[stream] else { continue }
      let installation = ForgottenInstallation(
        name: identity.hash(of: source), revision: remains.revision, events: remains.events, chain: remains.chain)
      installations.append(installation)
      digests.append(installation.digest)
    }
    report.removed = removed.count
    report.installations = installations.count
  }

  /// The ledger's numbers of installations, with their names.
  private func numbers(of sources: [ExactString]) throws -> [Int: ExactString] {
    let select = try RawStatement("SELECT id FROM streams WHERE source = ?", on: database)
    var streams: [Int: ExactString] = [:]
    for source in sources {
      select.bind(copying: source.string, at: 1)
      if let id = try select.number() { streams[Int(id)] = source }
    }
    return streams
  }

  // MARK: Values

  private mutating func replace(_ text: ForgottenText, _ progress: ((Double) -> Void)?) throws {
    var streams: Set<Int> = []
    var found: [(position: Int, line: [UInt8], original: [UInt8])] = []
    try each(progress) { link in
      guard let line = text.line(link.line) else { return }
      found.append((link.position, line, Chain.digest(of: link.line)))
      streams.insert(link.stream)
    }
    replaced = found
    var changed: [(stream: Int, anchor: Anchor)] = []
    try tables.eachAnchor { stream, anchor in
      guard let state = text.state(anchor.state) else { return }
      var anchor = anchor
      (anchor.state, anchor.salt) = (state, DrawnBytes.salt())
      changed.append((stream, anchor))
      streams.insert(stream)
    }
    anchors = changed
    withoutAnchor = Set(anchors.map(\.stream))
    digests =
      replaced.map { line in line.line.withBorrowedBytes { Chain.digest(of: $0) } }
      + anchors.map(\.anchor.digest)
    report.replaced = replaced.count
    report.installations = streams.count
  }

  // MARK: Retention

  private mutating func forget(before time: Timestamp, _ progress: ((Double) -> Void)?) throws {
    before = time
    struct Beginning {
      var revision: Int
      var events: Int
      var chain: [UInt8]
      /// The digest of the stream's first line; nil where that line can be guessed.
      var first: [UInt8]?
      var positions: [Int] = []
      var isOver = false
    }
    var beginnings: [Int: Beginning] = [:]
    try tables.eachAnchor { stream, anchor in
      beginnings[stream] = Beginning(
        revision: anchor.revision, events: anchor.events, chain: anchor.chain, first: anchor.first)
    }
    var lines = LineReader()
    try each(progress) { link in
      var beginning = beginnings.removeValue(forKey: link.stream) ?? Beginning(revision: 0, events: 0, chain: [])
      defer { beginnings[link.stream] = beginning }
      if beginning.isOver { return }
      // An event of an unknown type may have no time. It goes with those before it.
      let moment = (try? lines.read(link.line))?.time
      guard let moment, moment.isMissing || moment.moment < time else {
        beginning.isOver = true
        return
      }
      if beginning.events == 0, SaltedLine.isSalted(link.line) {
        beginning.first = link.original ?? Chain.digest(of: link.line)
      }
      beginning.revision = link.revision
      beginning.events += 1
      beginning.chain = Array(link.chain)
      beginning.positions.append(link.position)
    }
    var scan = try FactsScan(on: database, path: path, shelf: shelf, isWhole: true)
    defer { scan.rest() }
    for stream in try FactsScan.streams(on: database) {
      guard let beginning = beginnings[stream.id], !beginning.positions.isEmpty else { continue }
      let anchor = Anchor(
        source: stream.source, revision: beginning.revision, events: beginning.events, isNumbered: stream.isNumbered,
        before: time, chain: beginning.chain, first: beginning.first,
        state: try scan.state(of: stream, at: beginning.revision).snapshot)
      anchors.append((stream.id, anchor))
      digests.append(anchor.digest)
      removed += beginning.positions
    }
    removed.sort()
    withoutAnchor = Set(anchors.map(\.stream))
    report.removed = removed.count
    report.installations = anchors.count
  }
}

extension ForgettingPlan {
  /// Changes the tables of the truth, whose guards the caller opened.
  func carryOut() throws {
    try removeLines()
    try removeReceptions()
    try replaceLines()
    let removeAnchor = try RawStatement("DELETE FROM anchors WHERE stream = ?", on: database)
    for stream in withoutAnchor {
      removeAnchor.bind(stream, at: 1)
      try removeAnchor.run()
    }
    for (stream, anchor) in anchors { try tables.store(anchor, of: stream) }
    for installation in installations { try tables.store(installation) }
  }

  private func removeLines() throws {
    let line = try RawStatement("DELETE FROM lines WHERE position = ?", on: database)
    let digest = try RawStatement("DELETE FROM replaced WHERE position = ?", on: database)
    let hole = try RawStatement("INSERT INTO holes VALUES (?, ?)", on: database)
    var start = removed.first ?? 0
    for (index, position) in removed.enumerated() {
      for statement in [line, digest] {
        statement.bind(position, at: 1)
        try statement.run()
      }
      let next = index + 1 < removed.count ? removed[index + 1] : 0
      if next == position + 1 { continue }
      hole.bind(start, at: 1)
      hole.bind(position, at: 2)
      try hole.run()
      start = next
    }
  }

  /// Removes the arrivals whose events are all removed.
  private func removeReceptions() throws {
    try database.execute(
      sql: "DELETE FROM receptions WHERE NOT EXISTS (SELECT 1 FROM lines WHERE position BETWEEN first AND last)")
  }

  private func replaceLines() throws {
    let update = try RawStatement("UPDATE lines SET line = ? WHERE position = ?", on: database)
    // Where a line is replaced a second time, the chain still has the digest of the first.
    let note = try RawStatement("INSERT OR IGNORE INTO replaced VALUES (?, ?)", on: database)
    for (position, line, original) in replaced {
      try line.withBorrowedBytes {
        update.bind(text: $0, at: 1)
        update.bind(position, at: 2)
        try update.run()
      }
      note.bind(position, at: 1)
      try original.withBorrowedBytes {
        note.bind(blob: $0, at: 2)
        try note.run()
      }
    }
  }
}

import GRDB
import Herald
import HeraldLines

extension LedgerReader {
  /// The word in place of a token that asks for all rows.
  package static let start = "start"

  /// The installations that changed since a token was given.
  ///
  /// - Parameters:
  ///   - token: the token of ``LedgerChanges/token``, or ``start``.
  ///   - shape: the fingerprint of the columns that rows have now. Where the token has another one, no older row can stay.
  /// - Throws: ``LedgerError`` with the code `noIncrement` for the token of another ledger or of another past of this one.
  package func changes(since token: String, shape: String) throws -> LedgerChanges {
    try read("looking for what changed") { database in
      guard let identity = try LedgerIdentity(of: database) else {
        throw noIncrement("it has no identity yet, so no token can name it", fix: "write to it once: `herald import`")
      }
      let history = try LedgerHistory(on: database, path: path, usesDerived: try usesDerived(database))
      let now = ChangeToken(
        ledger: identity.compactUUID, position: history.position, journal: history.journal.count, heads: history.heads,
        // Lines do not say when they arrived, so rows that are read from them are replaced by the next increment.
        shape: history.isDerived ? shape : "lines"
      ).text(of: identity)
      if token == Self.start { return LedgerChanges(all: history.sources, .new, token: now) }
      let past = try checked(token, against: history, identity)
      let entries = history.journal.dropFirst(past.journal)
      guard past.shape == shape, history.isDerived else {
        return LedgerChanges(all: history.sources, .rewritten, token: now)
      }
      let forgotten = Set(entries.flatMap(\.digests))
      let changes = try StreamChanges(on: database, since: past.position, forgotten: forgotten)
      let found = try changes.found(among: history.streams)
      var heads = found.heads
      history.addJournal(upTo: past.journal, to: &heads)
      if heads == past.heads { return LedgerChanges(found, token: now) }
      guard entries.contains(where: \.losesHeads) else {
        throw noIncrement(
          "what it had then is not what the token names: it is a copy that went on by itself, or a backup was restored")
      }
      return LedgerChanges(all: history.sources, .rewritten, forgotten: found.forgotten, token: now)
    }
  }

  /// Reads a token, and compares its code.
  private func checked(
    _ text: String, against history: LedgerHistory, _ identity: LedgerIdentity
  ) throws -> ChangeToken {
    guard let token = ChangeToken(text) else { throw noIncrement("`\(text.shown)` is no token") }
    guard token.ledger == identity.compactUUID else { throw noIncrement("the token is another ledger's") }
    guard token.isCoded(by: identity, text) else { throw noIncrement("this ledger never gave this token") }
    guard token.position <= history.position, token.journal <= history.journal.count else {
      throw noIncrement("the token is of a later moment than the ledger's last: a backup was restored")
    }
    return token
  }

  private func noIncrement(
    _ why: String, fix: String = "begin again with `start`, which gives all rows and a new token"
  ) -> LedgerError {
    LedgerError(
      .noIncrement, ledger: path, what: "`\(path)` has no increment since that token.", why: why, fix: fix)
  }
}

/// The ends of a ledger's streams and its journal.
private struct LedgerHistory {
  let position: Int
  let journal: [JournalReader.Entry]
  /// In the ledger's order; empty where the derived tables cannot be used.
  let streams: [StreamRow]
  let sources: [ExactString]
  let heads: HeadsSum
  let isDerived: Bool

  init(on database: Database, path: String, usesDerived: Bool) throws {
    position = try Positions(on: database).last
    journal = try JournalReader(on: database).entries()
    isDerived = usesDerived
    streams = usesDerived ? try StreamRow.all(on: database) : []
    var heads = HeadsSum()
    if usesDerived {
      sources = streams.map(\.source)
      for stream in streams { heads.add(stream.chain) }
    } else {
      let found = try LedgerLines(on: database, path: path).heads()
      sources = found.map(\.source)
      for head in found { heads.add(Hex.bytes(of: head.chain) ?? []) }
    }
    if let last = journal.last { heads.add(last.chain) }
    self.heads = heads
  }

  /// Adds the chain of the journal as it was at an entry.
  func addJournal(upTo entry: Int, to heads: inout HeadsSum) {
    if entry > 0 { heads.add(journal[entry - 1].chain) }
  }
}

extension JournalReader.Entry {
  /// True if a forgetting may have deleted the chain value at which a stream stood.
  fileprivate var losesHeads: Bool {
    switch data?[name: "kind"]?.string.flatMap(ForgettingKind.init) {
    case .installation, .retention, .imported: true
    case .user, .property, .arrival, nil: false
    }
  }
}

/// The streams that grew after a position or whose lines were replaced.
private struct StreamChanges {
  /// The first revision behind the position, of each stream that grew.
  private let grown: [Int: Int]
  /// The streams with lines or beginnings that a forgetting made.
  private let rewritten: Set<Int>
  /// The chain values at which streams began, behind events that were forgotten.
  private let anchors: [Int: [UInt8]]
  private let forgotten: [ForgottenInstallation]
  private let earlier: RawStatement

  /// - Parameter digests: of all that was forgotten since, as the journal lists them.
  init(on database: Database, since position: Int, forgotten digests: Set<[UInt8]>) throws {
    let lines = try RawStatement(
      "SELECT stream, min(revision) FROM lines WHERE position > ? GROUP BY stream", on: database)
    lines.bind(position, at: 1)
    var grown: [Int: Int] = [:]
    while try lines.step() { grown[Int(lines.integer(0))] = Int(lines.integer(1)) }
    self.grown = grown
    let tables = ForgottenTables(on: database)
    var rewritten = try Self.replaced(on: database, digests)
    var anchors: [Int: [UInt8]] = [:]
    try tables.eachAnchor { stream, anchor in
      anchors[stream] = anchor.chain
      if digests.contains(anchor.digest) { rewritten.insert(stream) }
    }
    (self.rewritten, self.anchors) = (rewritten, anchors)
    forgotten = digests.isEmpty ? [] : try tables.installations().filter { digests.contains($0.digest) }
    earlier = try RawStatement(
      """
      SELECT chain FROM facts JOIN lines USING (position) WHERE event BETWEEN ? AND ? ORDER BY event DESC LIMIT 1
      """, on: database)
  }

  /// The streams with a line that took another one's place, which a list of digests has.
  private static func replaced(on database: Database, _ digests: Set<[UInt8]>) throws -> Set<Int> {
    var streams: Set<Int> = []
    if digests.isEmpty { return streams }
    let rows = try RawStatement("SELECT stream, line FROM replaced JOIN lines USING (position)", on: database)
    while try rows.step() {
      let stream = Int(rows.integer(0))
      if !streams.contains(stream), digests.contains(Chain.digest(of: rows.bytes(1))) { streams.insert(stream) }
    }
    return streams
  }

  struct Found {
    var list: [LedgerChanges.Change] = []
    var forgotten = 0
    /// The sum of the chain values at the position, as far as they are still there.
    var heads = HeadsSum()
  }

  func found(among streams: [StreamRow]) throws -> Found {
    var found = Found()
    for stream in streams {
      var chain: [UInt8]? = stream.chain
      if let revision = grown[stream.id] { chain = try self.chain(of: stream.id, before: revision) }
      if let chain { found.heads.add(chain) }
      let kind: LedgerChanges.Kind =
        rewritten.contains(stream.id) ? .rewritten : grown[stream.id] == nil ? .kept : chain == nil ? .new : .grew
      found.list.append(LedgerChanges.Change(stream.source, kind))
    }
    for installation in forgotten { found.heads.add(installation.chain) }
    found.forgotten = forgotten.count
    return found
  }

  /// The chain value of a stream before a revision; nil where it began there.
  private func chain(of stream: Int, before revision: Int) throws -> [UInt8]? {
    earlier.bind(LedgerSchema.key(stream: stream, revision: 0), at: 1)
    earlier.bind(LedgerSchema.key(stream: stream, revision: revision) - 1, at: 2)
    defer { earlier.reset() }
    return try earlier.step() ? Array(earlier.bytes(0)) : anchors[stream]
  }
}

extension LedgerChanges {
  /// Lists all installations, whose rows replace whatever there was.
  fileprivate init(all sources: [ExactString], _ kind: Kind, forgotten: Int = 0, token: String) {
    list = [Change(nil, .forgotten)] + sources.map { Change($0, kind) }
    (self.forgotten, isWhole, self.token) = (forgotten, true, token)
  }

  fileprivate init(_ found: StreamChanges.Found, token: String) {
    list =
      found.forgotten > 0
      ? [Change(nil, .forgotten)] + found.list : found.list.filter { $0.kind.hasRows }
    (forgotten, isWhole, self.token) = (found.forgotten, false, token)
  }
}

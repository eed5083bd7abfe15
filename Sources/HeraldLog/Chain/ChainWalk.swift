import GRDB
import Herald
import HeraldLines

/// Reads a ledger's lines in ledger order, and compares each with the chain.
///
/// The audit reports every difference. Everybody else who reads lines stops at the first.
struct ChainWalk {
  /// A line of the ledger. Its bytes are valid until the next is read.
  struct Link {
    let position: Int
    /// The ledger's number of the stream.
    let stream: Int
    let revision: Int
    let line: BorrowedBytes
    /// The value of the chain as it is stored.
    let chain: BorrowedBytes
    let finding: Finding?
    /// The digest of the line that was chained, where this line replaces it; nil elsewhere.
    let original: [UInt8]?

    /// True if the line replaces the line that was chained.
    var isReplaced: Bool { original != nil }
  }

  /// The difference between a link and what was appended.
  enum Finding {
    /// A position before this line is missing, and no forgetting explains it.
    case gap
    /// The line, its revision or the value before it differs.
    case changed
    /// The line replaces another one, and the journal does not know it.
    case unknownReplacement
  }

  private let lines: RawStatement
  private var holes: SortedRows
  private var replaced: SortedRows
  private let replacements: Set<[UInt8]>
  private var chains: [Int: [UInt8]] = [:]
  /// The digest of the current line. Every line uses the same array, because allocating one takes time.
  private var digest = Chain.start
  private var position = 0

  init(on database: Database) throws {
    lines = try RawStatement(
      "SELECT position, stream, revision, line, chain FROM lines ORDER BY position", on: database)
    holes = try SortedRows("SELECT first, last FROM holes ORDER BY first", on: database)
    replaced = try SortedRows("SELECT position, digest FROM replaced ORDER BY position", on: database)
    let kinds: Set<ForgettingKind> = [.property, .user, .imported, .arrival]
    replacements = replaced.isAtEnd ? [] : try JournalReader(on: database).digests(of: kinds)
    let anchors = try RawStatement("SELECT stream, chain FROM anchors", on: database)
    while try anchors.step() { chains[Int(anchors.integer(0))] = Array(anchors.bytes(1)) }
  }

  /// The next line; nil at the end.
  mutating func next() throws -> Link? {
    guard try lines.step() else { return nil }
    let (position, stream, revision) = (Int(lines.integer(0)), Int(lines.integer(1)), Int(lines.integer(2)))
    let (line, stored) = (lines.bytes(3), lines.bytes(4))
    let isGap = try !follows(position)
    Chain.write(digestOf: line, into: &digest)
    var finding: Finding?
    let original = try replaced.blob(at: Int64(position))
    if let original {
      if !replacements.contains(digest) { finding = .unknownReplacement }
      digest = original
    }
    if !Self.advance(&chains[stream, default: Chain.start], revision: revision, digest: digest, to: stored) {
      finding = .changed
    }
    return Link(
      position: position, stream: stream, revision: revision, line: line, chain: stored,
      finding: isGap ? .gap : finding, original: original)
  }

  /// Advances a stream's chain, and returns whether it has the stored value.
  ///
  /// It continues from the stored value, so that one changed event is one finding.
  private static func advance(
    _ chain: inout [UInt8], revision: Int, digest: [UInt8], to stored: BorrowedBytes
  ) -> Bool {
    Chain.advance(&chain, revision: revision, digest: digest)
    if chain.withBorrowedBytes({ $0.isSame(as: stored) }) { return true }
    chain.set(to: stored)
    return false
  }

  /// The next line, without a look at the chain; nil at the end.
  func nextUnchecked() throws -> Link? {
    guard try lines.step() else { return nil }
    return Link(
      position: Int(lines.integer(0)), stream: Int(lines.integer(1)), revision: Int(lines.integer(2)),
      line: lines.bytes(3), chain: lines.bytes(4), finding: nil, original: nil)
  }

  /// The next line, which the chain has to cover; nil at the end.
  ///
  /// - Throws: ``LedgerError`` at the first line that differs from the appended one.
  mutating func nextVerified(of path: String) throws -> Link? {
    guard let link = try next() else { return nil }
    guard link.finding == nil else { throw LedgerError.brokenChain(path, at: link) }
    return link
  }

  /// True if a position is the next one, apart from holes.
  private mutating func follows(_ position: Int) throws -> Bool {
    defer { self.position = position }
    var expected = self.position + 1
    while let hole = holes.current, hole.key <= expected {
      expected = max(expected, Int(hole.number) + 1)
      try holes.advance()
    }
    return position == expected
  }
}

/// Rows in the order of their first column, read beside another query of the same order.
struct SortedRows {
  private let rows: RawStatement
  private(set) var isAtEnd = false

  init(_ sql: String, on database: Database) throws {
    rows = try RawStatement(sql, on: database)
    try advance()
  }

  mutating func advance() throws { isAtEnd = try !rows.step() }

  /// The first two columns of the current row as numbers; nil at the end.
  var current: (key: Int64, number: Int64)? { isAtEnd ? nil : (rows.integer(0), rows.integer(1)) }

  /// The second column of the row with a key, nil without one. Keys must ascend from call to call.
  mutating func blob(at key: Int64) throws -> [UInt8]? {
    while !isAtEnd, rows.integer(0) < key { try advance() }
    return !isAtEnd && rows.integer(0) == key ? Array(rows.bytes(1)) : nil
  }
}

extension LedgerError {
  /// The error for a line that differs from the appended one.
  static func brokenChain(_ path: String, at link: ChainWalk.Link) -> LedgerError {
    var reader = EventReader()
    let source = try? reader.event(in: link.line).source
    let whose = source.map { "`\($0)`" } ?? "stream \(link.stream)"
    return LedgerError(
      .brokenChain, ledger: path, what: "`\(path)` is not what was written to it.",
      why: link.finding == .gap
        ? "an event is missing before position \(link.position), revision \(link.revision) of \(whose)"
        : "the line at position \(link.position), revision \(link.revision) of \(whose), is not the one that was chained",
      fix: "restore the ledger from a backup; `herald audit` names every such place, and `herald export --unchecked` "
        + "gives what is there")
  }
}

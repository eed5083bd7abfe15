import GRDB
import Herald

/// Brings a ledger from the first chain to the second, within the transaction of the migration.
struct ChainV2 {
  private struct Stream {
    let source: ExactString
    var revision = 0
    var first = Chain.start
    var second = Chain.start
  }

  private let database: Database
  private let path: String
  private var streams: [Int: Stream] = [:]
  private var names = EventReader()

  private init(on database: Database, path: String) {
    self.database = database
    self.path = path
  }

  /// Verifies all lines under the first chain, and chains them by the second.
  ///
  /// - Parameter isNew: true for a ledger that is created now.
  /// - Throws: ``LedgerError`` that names the first event that the first chain does not cover. The caller rolls back.
  static func migrate(_ database: Database, path: String, isNew: Bool) throws {
    var journal = try Journal(of: database)
    if isNew { return try journal.append(.created) }
    var migration = ChainV2(on: database, path: path)
    try LedgerGuard.open(database, LedgerGuard.firstForgettable) { try migration.chainAgain() }
    try migration.record(in: &journal)
  }

  private mutating func chainAgain() throws {
    let select = try RawStatement(
      "SELECT position, stream, revision, line, chain FROM lines ORDER BY position", on: database)
    let update = try RawStatement("UPDATE lines SET chain = ? WHERE position = ?", on: database)
    var expected = 1
    while try select.step() {
      let (position, number, revision) = (Int(select.integer(0)), Int(select.integer(1)), Int(select.integer(2)))
      let line = select.bytes(3)
      var stream = streams.removeValue(forKey: number) ?? Stream(source: source(of: line, number))
      ChainV1.advance(&stream.first, revision: revision, line: line)
      guard position == expected, stream.first.elementsEqual(select.bytes(4)) else {
        throw broken(stream.source, revision, position)
      }
      Chain.advance(&stream.second, revision: revision, line: line)
      stream.revision = revision
      update.bind(position, at: 2)
      try stream.second.withBorrowedBytes {
        update.bind(blob: $0, at: 1)
        try update.run()
      }
      streams[number] = stream
      expected += 1
    }
  }

  private mutating func source(of line: BorrowedBytes, _ number: Int) -> ExactString {
    (try? names.event(in: line).source) ?? ExactString("stream \(number)")
  }

  private func broken(_ source: ExactString, _ revision: Int, _ position: Int) -> LedgerError {
    LedgerError(
      .brokenChain, ledger: path,
      what: "`\(path)` was changed after it was written, so it is not brought up to date.",
      why: "revision \(revision) of `\(source)`, position \(position), is not the event that the chain covers",
      fix: "restore the ledger from a backup; nothing was changed")
  }

  /// Notes the heads of the first chain in the journal, without the installations' names.
  private func record(in journal: inout Journal) throws {
    let numbers = streams.keys.sorted()
    for start in stride(from: 0, to: max(1, numbers.count), by: Journal.digestsAtMost) {
      let part = numbers[start..<min(numbers.count, start + Journal.digestsAtMost)].compactMap { streams[$0] }
      let identity = journal.identity
      try journal.append(.migrated) { output in
        output.member("from", 1)
        output.member("to", 2)
        output.member("heads", part) { output, stream in
          output.object {
            $0.member("name", Hex.text(of: identity.hash(of: stream.source)))
            $0.member("revision", stream.revision)
            $0.member("chain", Hex.text(of: stream.first))
          }
        }
      }
    }
  }
}

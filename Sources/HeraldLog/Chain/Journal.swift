import Foundation
import GRDB
import Herald
import HeraldLines

/// The journal of what was done to a ledger: its making, its migrations, its forgettings. Entries are lines in the wire
/// form of events, chained as an installation's are, and never forgotten; so none contains a name or a value.
struct Journal {
  private let database: Database
  let identity: LedgerIdentity
  private var position: Int
  private var chain: [UInt8]
  private let insert: RawStatement

  /// The largest number of digests in one entry, which keeps its line short.
  static let digestsAtMost = 1000

  init(of database: Database) throws {
    self.database = database
    identity = try LedgerIdentity(of: database) ?? LedgerIdentity(makingIn: database)
    insert = try RawStatement("INSERT INTO journal VALUES (?, ?, ?)", on: database)
    let last = try RawStatement("SELECT position, chain FROM journal ORDER BY position DESC LIMIT 1", on: database)
    let isBegun = try last.step()
    position = isBegun ? Int(last.integer(0)) : 0
    chain = isBegun ? Array(last.bytes(1)) : Chain.start
  }

  /// The head of the journal.
  var head: StreamHead {
    StreamHead(source: ExactString(identity.source), revision: position, chain: Hex.text(of: chain))
  }

  /// Appends an entry within the caller's transaction.
  ///
  /// - Parameter data: writes the members of the entry's data.
  mutating func append(_ kind: LedgerNotice.Kind, _ data: (inout JSONWriter) -> Void = { _ in }) throws {
    position += 1
    var line = JSONWriter()
    LedgerNotice.write(
      kind, id: UUID().uuidString.lowercased(), source: identity.source, time: LedgerClock.now, revision: position,
      into: &line, data)
    try line.bytes.withBorrowedBytes { bytes in
      Chain.advance(&chain, revision: position, line: bytes)
      insert.bind(position, at: 1)
      insert.bind(text: bytes, at: 2)
      try chain.withBorrowedBytes {
        insert.bind(blob: $0, at: 3)
        try insert.run()
      }
    }
  }

  /// Appends entries that list digests, as many as needed.
  ///
  /// - Parameter data: writes the other members of each entry's data.
  mutating func append(
    _ kind: LedgerNotice.Kind, digests: [[UInt8]], _ data: (inout JSONWriter, _ part: Int) -> Void
  ) throws {
    let parts = max(1, (digests.count + Self.digestsAtMost - 1) / Self.digestsAtMost)
    for part in 0..<parts {
      try append(kind) { output in
        data(&output, part)
        if parts > 1 { output.member("part", part + 1) }
        if parts > 1 { output.member("parts", parts) }
        output.member("digests") {
          $0.array(digests.dropFirst(part * Self.digestsAtMost).prefix(Self.digestsAtMost)) {
            $0.string(Hex.text(of: $1))
          }
        }
      }
    }
  }
}

/// The time at which something was done to a ledger. Nothing that is decided depends on it.
enum LedgerClock {
  static var now: DeviceTime {
    DeviceTime(moment: Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))))
  }
}

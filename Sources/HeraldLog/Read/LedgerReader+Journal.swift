import GRDB
public import Herald
import HeraldLines

extension LedgerReader {
  /// Passes the lines of the ledger's journal: what was done to the ledger, in order.
  ///
  /// - Throws: ``LedgerError``. Rethrows what `body` throws.
  public func journal(_ body: (String) throws -> Void) throws {
    try read("reading its journal") { database in
      for entry in try JournalReader(on: database).entries() { try body(entry.line) }
    }
  }

  /// The head of the journal; nil for a ledger that has none yet.
  ///
  /// - Throws: ``LedgerError``.
  public func journalHead() throws -> StreamHead? {
    try read("reading its journal") { database in
      guard let identity = try LedgerIdentity(of: database),
        let last = try JournalReader(on: database).entries().last
      else { return nil }
      return StreamHead(
        source: ExactString(identity.source), revision: last.revision, chain: Hex.text(of: last.chain))
    }
  }
}

extension LedgerReader {
  /// The installations whose first events were forgotten. Their replays begin with the state that was kept.
  ///
  /// - Throws: ``LedgerError``.
  public func forgottenBeginnings() throws -> [ExactString: ForgottenBeginning] {
    try read("reading what it forgot") { database in
      guard try ForgottenTables.AnchorLookup(on: database) != nil else { return [:] }
      var times: [[UInt8]: DeviceTime] = [:]
      for entry in try JournalReader(on: database).entries() {
        let time = DeviceTime(rfc3339: entry.time)
        for digest in entry.digests { times[digest] = time }
      }
      var beginnings: [ExactString: ForgottenBeginning] = [:]
      try ForgottenTables(on: database).eachAnchor { _, anchor in
        beginnings[anchor.source] = ForgottenBeginning(anchor, forgottenAt: times[anchor.digest])
      }
      return beginnings
    }
  }
}

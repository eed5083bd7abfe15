import GRDB
public import Herald
import HeraldLines

/// The growth of a ledger, for indexes that are kept beside it.
extension LedgerReader {
  /// The result of looking at the events behind a position.
  public struct Growth: Sendable {
    /// The installations that grew, each once.
    public let sources: [ExactString]
    /// The position of the last event that was looked at.
    public let position: Int
    /// True if more events may follow.
    public let isMore: Bool
  }

  /// The installations that grew behind a position.
  ///
  /// - Parameter most: the largest number of events that are looked at.
  /// - Throws: ``LedgerError``.
  public func growth(after position: Int, atMost most: Int) throws -> Growth {
    try read("looking for what came") { database in
      let select = try RawStatement(
        "SELECT position, stream FROM lines WHERE position > ? ORDER BY position LIMIT ?", on: database)
      select.bind(position, at: 1)
      select.bind(most, at: 2)
      var (streams, last, count): (Set<Int>, Int, Int) = ([], position, 0)
      while try select.step() {
        last = Int(select.integer(0))
        streams.insert(Int(select.integer(1)))
        count += 1
      }
      let name = try RawStatement("SELECT \(StreamRow.columns) FROM streams WHERE id = ?", on: database)
      let sources = try streams.sorted().compactMap { stream in
        name.bind(stream, at: 1)
        defer { name.reset() }
        return try name.step() ? try StreamRow(name).source : nil
      }
      return Growth(sources: sources, position: last, isMore: count == most)
    }
  }

  /// The position of the last event; 0 for an empty ledger.
  ///
  /// - Throws: ``LedgerError``.
  public func lastPosition() throws -> Int {
    try read("looking for the last event") { database in
      try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
    }
  }

  /// The number of events that are there.
  ///
  /// - Throws: ``LedgerError``.
  package func eventCount() throws -> Int {
    try read("counting its events") { try Positions(on: $0).events }
  }

  /// The lines behind a position, in ledger order.
  ///
  /// - Parameter most: the largest number of lines that are returned.
  /// - Throws: ``LedgerError``.
  public func lines(after position: Int, atMost most: Int) throws -> [(position: Int, line: String)] {
    try read("reading what came") { database in
      let select = try RawStatement(
        "SELECT position, line FROM lines WHERE position > ? ORDER BY position LIMIT ?", on: database)
      select.bind(position, at: 1)
      select.bind(most, at: 2)
      var lines: [(position: Int, line: String)] = []
      while try select.step() { lines.append((Int(select.integer(0)), select.text(1))) }
      return lines
    }
  }

  /// The number of the journal's entries about a forgetting. When it changes, an index of the ledger is out of date.
  ///
  /// - Throws: ``LedgerError``.
  public func forgettings() throws -> Int {
    try read("reading its journal") { database in
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM journal WHERE instr(line, ?) > 0",
        arguments: ["\"\(LedgerNotice.Kind.forgot.rawValue)\""]) ?? 0
    }
  }

  /// True if the installation with exactly this name was forgotten. Its name may be a part of another one.
  ///
  /// - Throws: ``LedgerError``.
  package func hasForgotten(_ source: ExactString) throws -> Bool {
    try read("reading what it forgot") { database in
      guard let identity = try LedgerIdentity(of: database) else { return false }
      let name = identity.hash(of: source)
      return try ForgottenTables(on: database).installations().contains { $0.name == name }
    }
  }
}

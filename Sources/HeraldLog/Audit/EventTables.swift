import GRDB
import Herald

/// The hashes of the rows of `facts` and `ids`, which have one for each event.
struct EventRows: Equatable {
  private var facts = MultisetHash()
  private var ids = MultisetHash()

  mutating func add(_ fact: StoredFact, sum: Int64, position: Int, under key: MultisetHash.Key) {
    var row = key.row
    for number in [fact.key, fact.time, Int64(fact.zone), Int64(fact.code), sum, Int64(position)] {
      row.combine(number)
    }
    row.combine(bytes: fact.data.unsafeBytes)
    facts.add(row)
  }

  mutating func add(id: UInt64, position: Int, under key: MultisetHash.Key) {
    var row = key.row
    row.combine(id)
    row.combine(position)
    ids.add(row)
  }
}

/// The tables with rows for each event, as a ledger has them.
struct EventTables {
  private(set) var rows = EventRows()
  /// The key of the first run of packed facts that differs from the facts; nil where all are equal.
  private(set) var changedRun: Int64?

  /// Reads the facts, compares packed facts with them, and reads the ids.
  init(on database: Database, under key: MultisetHash.Key) throws {
    try readFacts(on: database, under: key)
    try readIDs(on: database, under: key)
  }

  private mutating func readFacts(on database: Database, under key: MultisetHash.Key) throws {
    let facts = try RawStatement(
      "SELECT event, time, zone, type, data, sum, position FROM facts ORDER BY event", on: database)
    var runs = try RunComparison(on: database)
    while try facts.step() {
      let fact = facts.fact
      rows.add(fact, sum: facts.integer(5), position: Int(facts.integer(6)), under: key)
      try runs.compare(fact)
    }
    changedRun = try runs.end()
  }

  private mutating func readIDs(on database: Database, under key: MultisetHash.Key) throws {
    let ids = try RawStatement("SELECT hash, position FROM ids", on: database)
    while try ids.step() {
      rows.add(id: UInt64(bitPattern: ids.integer(0)), position: Int(ids.integer(1)), under: key)
    }
  }
}

extension LedgerReader {
  /// Reads the tables with rows for each event.
  ///
  /// - Returns: nil where the ledger does not use them, because they are not complete.
  func eventTables(under key: MultisetHash.Key) throws -> EventTables? {
    try read("deriving its tables again") { database in
      guard try DerivedTablesState(of: database) == .complete else { return nil }
      return try EventTables(on: database, under: key)
    }
  }
}

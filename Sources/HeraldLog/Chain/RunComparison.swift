import GRDB

/// Compares packed facts with those that are stored one by one, which come in the order of their keys.
struct RunComparison {
  private let runs: RawStatement
  /// The run that the next facts belong to; nil after the last one.
  private var run: (first: Int64, last: Int64, facts: FactRunReader)?
  /// The key of the first run that differs.
  private var changed: Int64?

  init(on database: Database) throws {
    runs = try RawStatement("SELECT event, last, events, data, sum FROM runs ORDER BY event", on: database)
    try next()
  }

  /// Compares a fact with its place in a run. The newest facts of a stream are in none.
  mutating func compare(_ fact: StoredFact) throws {
    while let last = run?.last, last < fact.key { try endRun() }
    guard let first = run?.first, first <= fact.key else { return }
    guard let packed = run?.facts.next(), packed.isSame(as: fact) else { return note(first) }
  }

  /// - Returns: the key of the first run that differs; nil where all are equal.
  mutating func end() throws -> Int64? {
    while run != nil { try endRun() }
    return changed
  }

  /// A run that ends has no further facts.
  private mutating func endRun() throws {
    if let first = run?.first, run?.facts.next() != nil || run?.facts.isCorrupt == true { note(first) }
    try next()
  }

  private mutating func next() throws {
    run = nil
    guard changed == nil, try runs.step() else { return }
    let (first, last, data) = (runs.integer(0), runs.integer(1), runs.bytes(3))
    run = (first, last, FactRunReader(data, key: first))
    if runs.integer(4) != RowSum.run(first: first, last: last, events: Int(runs.integer(2)), data) { note(first) }
  }

  private mutating func note(_ first: Int64) {
    if changed == nil { changed = first }
    run = nil
  }
}

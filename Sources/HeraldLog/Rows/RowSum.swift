import Herald

/// The checksums of rows in derived tables, which replays verify.
///
/// They find what a disk or an edit by hand changes, and cost a replay next to nothing. They are not for security: a person
/// who changes a row can compute its checksum. Only an audit finds that, because it derives everything from the lines.
enum RowSum {
  static func run(first: Int64, last: Int64, events: Int, _ data: BorrowedBytes) -> Int64 {
    number(data, first, last, Int64(events))
  }

  static func text(number id: Int, _ text: BorrowedBytes) -> Int64 { number(text, Int64(id)) }

  static func snapshot(stream: Int, revision: Int, _ state: BorrowedBytes) -> Int64 {
    number(state, Int64(stream), Int64(revision))
  }

  static func stream(_ row: StreamRow) -> Int64 {
    row.source.withBytes { source in
      row.chain.withBorrowedBytes { chain in
        stream(
          row.id, source, head: Int64(row.head), events: Int64(row.events), isNumbered: row.isNumbered, chain: chain)
      }
    }
  }

  static func stream(
    _ id: Int, _ source: BorrowedBytes, head: Int64, events: Int64, isNumbered: Bool, chain: BorrowedBytes
  ) -> Int64 {
    number(source, Int64(id), head, events << 1 | (isNumbered ? 1 : 0), Int64(bitPattern: StableHash.of(chain)))
  }

  /// The checksum of a fact in the lower half, and of its line in the upper. A replay reads facts without their lines.
  static func fact(_ fact: StoredFact, line: BorrowedBytes) -> Int64 {
    Int64(bitPattern: StableHash.of(line) & ~UInt64(UInt32.max) | UInt64(half(of: fact)))
  }

  /// True if a stored checksum is the fact's.
  static func covers(_ sum: Int64, _ fact: StoredFact) -> Bool { UInt32(truncatingIfNeeded: sum) == half(of: fact) }

  /// True if a stored checksum is the line's.
  static func covers(_ sum: Int64, line: BorrowedBytes) -> Bool {
    UInt64(bitPattern: sum) >> 32 == StableHash.of(line) >> 32
  }

  private static func half(of fact: StoredFact) -> UInt32 {
    UInt32(
      truncatingIfNeeded: number(fact.data, fact.key, fact.time, Int64(fact.zone), Int64(fact.code)) >> 32)
  }

  private static func number(
    _ data: BorrowedBytes, _ first: Int64, _ second: Int64 = 0, _ third: Int64 = 0, _ fourth: Int64 = 0
  ) -> Int64 {
    var seed = mixed(0x9E37_79B9_7F4A_7C15, first)
    seed = mixed(mixed(mixed(seed, second), third), fourth)
    return Int64(bitPattern: StableHash.of(data, seed: seed))
  }

  private static func mixed(_ seed: UInt64, _ number: Int64) -> UInt64 {
    let product = (seed ^ UInt64(bitPattern: number)) &* 0xE703_7ED1_A0B4_28DB
    return product ^ product >> 32
  }
}

import HeraldLines
/// The hash of rows in any order: the sum of their hashes.
///
/// Lines and tables have the same rows in different orders. Two hashes compare them in two passes in the order of the file,
/// where looking up each row by its key would read the file at random places. Bench row 9e: the tables' half of an audit
/// takes less than half of its time.
///
/// Source: Clarke and others, "Incremental Multiset Hash Functions and Their Application to Memory Integrity Checking"
/// (2003), with SipHash. A ``Key`` is drawn for each audit, so nobody who changes a ledger can choose rows whose sums are
/// equal.
struct MultisetHash: Equatable {
  /// The random key of every row's hash.
  struct Key {
    private var begun = Hasher()

    init() { begun.combine(DrawnBytes.draw(16)) }

    /// The hash of one row, to which its columns are added.
    var row: Hasher { begun }
  }

  private var sum: UInt64 = 0
  private var count = 0

  @inline(__always)
  mutating func add(_ row: Hasher) {
    sum &+= UInt64(truncatingIfNeeded: row.finalize())
    count += 1
  }
}

import Herald

/// The last id of a stream whose ids ascend: an id above it is new.
///
/// Most writers count, or make ids that begin with the time (a ULID, a UUID of version 7). While all streams of a log
/// ascend, no table of seen ids is needed. Any total order serves: shorter ids come before longer ones, and ids of
/// equal length are compared byte by byte.
///
/// Bench row 3: 8 % less CPU time for a log whose ids ascend.
struct LastID {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt32, UInt16)
  private var words: Words = (0, 0, 0, 0, 0, 0)
  /// 0 before the first id.
  private var count: UInt8 = 0

  /// The longest id that is kept. With it, a stream's entry fills one cache line.
  package static let longest = 38

  /// Keeps the next id; returns false where it is not above the last, or too long to be kept.
  @inline(__always)
  mutating func ascends(to id: BorrowedBytes) -> Bool {
    guard id.count <= Self.longest, id.count >= Int(count) else { return false }
    guard id.count > Int(count) || BorrowedBytes.of(&words, { $0.comesBefore(id) }) else { return false }
    id.copy(into: &words)
    count = UInt8(truncatingIfNeeded: id.count)
    return true
  }
}

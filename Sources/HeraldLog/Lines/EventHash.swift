import Herald

/// The hash of an event's source and id, the same on every machine. A ledger finds events by it.
enum EventHash {
  @inline(__always)
  static func of(_ id: BorrowedBytes, source: BorrowedBytes) -> UInt64 {
    StableHash.of(id, seed: StableHash.of(source))
  }

  static func of(_ id: ExactString, source: ExactString) -> UInt64 {
    id.withBytes { id in source.withBytes { of(id, source: $0) } }
  }
}

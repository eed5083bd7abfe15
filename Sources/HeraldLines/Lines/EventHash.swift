package import Herald

/// The hash of an event's source and id, the same on every machine. A ledger finds events by it.
///
/// The upper half is the source's, so that the events of an installation are neighbours in the table `ids`. A batch of one
/// installation then changes one or two pages of it, and not one for each event (bench row 16).
package enum EventHash {
  /// The version of the hash. Ledgers with the hashes of another version derive them again.
  package static let version = 2

  @inline(__always)
  package static func of(_ id: BorrowedBytes, source: BorrowedBytes) -> UInt64 {
    let installation = StableHash.of(source)
    return installation & ~UInt64(UInt32.max) | StableHash.of(id, seed: installation) >> 32
  }

  package static func of(_ id: ExactString, source: ExactString) -> UInt64 {
    id.withBytes { id in source.withBytes { of(id, source: $0) } }
  }
}

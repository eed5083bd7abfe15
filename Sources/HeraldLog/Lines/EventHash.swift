import Herald

/// The hash of an event's source and id, the same on every machine. A ledger finds events by it.
enum EventHash {
  @inline(__always)
  static func of(_ id: UnsafeBufferPointer<UInt8>, source: UnsafeBufferPointer<UInt8>) -> UInt64 {
    StableHash.of(UnsafeRawBufferPointer(id), seed: StableHash.of(UnsafeRawBufferPointer(source)))
  }

  static func of(_ id: ExactString, source: ExactString) -> UInt64 {
    id.withBytes { id in source.withBytes { of(id, source: $0) } }
  }
}

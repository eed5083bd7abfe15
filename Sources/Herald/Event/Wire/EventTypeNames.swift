/// Finds an event's type by the bytes of its name, without a search: which type comes next in a log cannot be foretold, so
/// each comparison that depends on it would cost more than the rest.
enum EventTypeNames {
  /// The bytes of a name of 8 to 24, in words that overlap where it's shorter than they are.
  private struct Key: Equatable {
    let first: UInt64
    let second: UInt64
    let last: UInt64
    let count: Int

    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= 8, bytes.count <= 24 else { return nil }
      first = bytes.loadUnaligned(as: UInt64.self)
      second = bytes.loadUnaligned(fromByteOffset: min(8, bytes.count - 8), as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      count = bytes.count
    }

    @inline(__always)
    func slot(_ factor: UInt64) -> Int { Int(truncatingIfNeeded: (first &* factor) >> 60) }
  }

  private struct Table {
    var slots: [(key: Key, type: EventType)?]
    var factor: UInt64
  }

  /// Each type in a slot of its own: the factor is the first that separates them.
  private static let table: Table = {
    let names = EventType.allCases.compactMap { type in
      Array(type.rawValue.utf8).withUnsafeBytes(Key.init).map { ($0, type) }
    }
    var factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    while Set(names.map { $0.0.slot(factor) }).count < names.count { factor &+= 2 }
    var table = Table(slots: Array(repeating: nil, count: 16), factor: factor)
    for (key, type) in names { table.slots[key.slot(factor)] = (key, type) }
    return table
  }()

  @inline(__always)
  static func type(_ bytes: UnsafeBufferPointer<UInt8>) -> EventType? {
    let table = table
    guard let key = Key(UnsafeRawBufferPointer(bytes)), let known = table.slots[key.slot(table.factor)],
      known.key == key
    else { return nil }
    return known.type
  }
}

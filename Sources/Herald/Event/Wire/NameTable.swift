/// Finds a value by the bytes of its name with one hash and, nearly always, one comparison.
///
/// A processor cannot predict the type of the next event in a log. So a search with a branch for each name would cost
/// more than the rest of a line's head.
struct NameTable<Value: Sendable>: Sendable {
  /// A name of 8 to 24 bytes as three words, which overlap where the name is shorter than 24.
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
    var hash: UInt64 { (first &+ 3 &* second &+ 5 &* last) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// At most a quarter full, so that a probe always ends, and nearly always at the first slot.
  private var slots: [(key: Key, value: Value)?]
  private let shift: UInt64
  /// Names of other lengths. No type has one today.
  private var others: [String: Value] = [:]

  init(_ names: [(name: String, value: Value)]) {
    var bits: UInt64 = 6
    while 1 << bits < names.count * 4 { bits += 1 }
    slots = Array(repeating: nil, count: 1 << bits)
    shift = 64 - bits
    for (name, value) in names {
      guard let key = Array(name.utf8).withUnsafeBytes({ Key($0) }) else {
        others[name] = value
        continue
      }
      var slot = Int(truncatingIfNeeded: key.hash >> shift)
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (key, value)
    }
  }

  @inline(__always)
  subscript(bytes: UnsafeBufferPointer<UInt8>) -> Value? {
    guard let key = Key(UnsafeRawBufferPointer(bytes)) else { return other(bytes) }
    var slot = Int(truncatingIfNeeded: key.hash >> shift)
    while let entry = slots[slot] {
      if entry.key == key { return entry.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func other(_ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
    others.isEmpty ? nil : others[String(decoding: bytes, as: UTF8.self)]
  }
}

/// Finds an event's type by the bytes of its name.
enum EventTypeNames {
  private static let table = NameTable(EventType.allCases.map { ($0.rawValue, $0) })

  @inline(__always)
  static func type(_ bytes: UnsafeBufferPointer<UInt8>) -> EventType? { table[bytes] }
}

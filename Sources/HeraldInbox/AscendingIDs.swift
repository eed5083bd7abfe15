import Herald

/// Generates unique ascending ids: UUIDs of version 7 (RFC 9562, section 5.7), which begin with the time and end with
/// random bits.
///
/// A reader detects duplicates without a table in a log whose ids ascend.
struct AscendingIDs {
  /// Milliseconds since 1970, 48 bits; nil before the first id.
  private var time: UInt64?
  /// The 12 bits after the time.
  private var counter: UInt64 = 0
  /// The last 62 bits.
  private var rest: UInt64 = 0

  /// The next id, in lower case.
  ///
  /// - Parameter now: the clock's time. Where it has not advanced, or was set back, the id is the last one plus a random
  ///   step (section 6.2, method 2).
  mutating func next(at now: Timestamp, random: inout some RandomNumberGenerator) -> String {
    let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
    if let last = time, milliseconds <= last {
      rest += .random(in: 1...1 << 32, using: &random)
      // The counter overflows only after more ids than a device can make: its uppermost bit starts as 0.
      counter += rest >> 62
      rest &= 1 << 62 - 1
    } else {
      time = milliseconds
      // The uppermost bit starts as 0, so that the ids of this millisecond can count up.
      counter = .random(in: 0..<1 << 11, using: &random)
      rest = .random(in: 0..<1 << 62, using: &random)
    }
    return text
  }

  /// 16 digits in lower case.
  private static func hex(_ bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var text: String {
    let (high, low) = ((time ?? 0) << 16 | 7 << 12 | counter, 2 << 62 | rest)
    let (first, second) = (Self.hex(high), Self.hex(low))
    return [
      first.prefix(8), first.dropFirst(8).prefix(4), first.suffix(4), second.prefix(4), second.dropFirst(4),
    ].joined(separator: "-")
  }
}

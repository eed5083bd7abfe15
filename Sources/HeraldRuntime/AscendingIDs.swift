import Foundation
import Herald

/// Ids that nobody else makes, each above the one before: UUIDs of version 7 (RFC 9562, section 5.7), which begin with the
/// time and end at random.
///
/// Of a log whose ids ascend a reader knows without a table that an event is new.
struct AscendingIDs {
  /// Milliseconds since 1970, 48 bits; nil before the first id.
  private var time: UInt64?
  /// 12 bits.
  private var counter: UInt64 = 0
  /// 62 bits.
  private var rest: UInt64 = 0

  /// The next id, in lower case.
  ///
  /// - Parameter now: what the clock shows; where it has not moved on, or was set back, the id is the last one's successor
  ///   by a random step (section 6.2, method 2).
  mutating func next(at now: Timestamp, random: inout some RandomNumberGenerator) -> String {
    let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
    if let last = time, milliseconds <= last {
      rest += .random(in: 1...1 << 32, using: &random)
      // The counter's free bit has room for more ids than a device can make.
      counter += rest >> 62
      rest &= 1 << 62 - 1
    } else {
      time = milliseconds
      // The uppermost bit is left free, so that successors of the millisecond have room.
      counter = .random(in: 0..<1 << 11, using: &random)
      rest = .random(in: 0..<1 << 62, using: &random)
    }
    return text
  }

  private var text: String {
    let (high, low) = ((time ?? 0) << 16 | 7 << 12 | counter, 2 << 62 | rest)
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes).uuidString.lowercased()
  }
}

import Herald
import HeraldLines

/// A moment of a ledger's history, as a text that a reader of its tables keeps until it asks for the next increment.
///
/// `t1.LEDGER.POSITION.JOURNAL.HEADS.SHAPE.CODE`. The last part is a keyed code over the others, so that a made-up token
/// is recognized. A copy of a ledger has the same key; once events were appended to either, their heads differ.
struct ChangeToken: Hashable {
  /// The ledger's UUID.
  let ledger: String
  /// The last position that was ever given.
  let position: Int
  /// The number of entries in the journal, which has all forgettings.
  let journal: Int
  let heads: HeadsSum
  /// The fingerprint of the columns that the rows had.
  let shape: String

  private static let prefix = "t1"
  private static let codeLength = 16

  init(ledger: String, position: Int, journal: Int, heads: HeadsSum, shape: String) {
    (self.ledger, self.position, self.journal) = (ledger, position, journal)
    (self.heads, self.shape) = (heads, shape)
  }

  /// Reads a token; nil for another text. Its code is compared only by ``isCoded(by:_:)``.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 7, parts[0] == Self.prefix, let position = Int(parts[2]), let journal = Int(parts[3]),
      position >= 0, journal >= 0, let heads = HeadsSum(parts[4])
    else { return nil }
    self.init(ledger: String(parts[1]), position: position, journal: journal, heads: heads, shape: String(parts[5]))
  }

  /// The parts before the code.
  private var payload: String { "\(Self.prefix).\(ledger).\(position).\(journal).\(heads).\(shape)" }

  func text(of identity: LedgerIdentity) -> String {
    "\(payload).\(Hex.text(of: identity.code(of: payload)).prefix(Self.codeLength))"
  }

  /// True if a text is this token with the code that a ledger gives it.
  func isCoded(by identity: LedgerIdentity, _ text: String) -> Bool { self.text(of: identity) == text }
}

/// The sum of the last chain values of all streams and of the journal: equal only where each of them is.
///
/// It is a sum, so that the value of a stream that grew can be subtracted, and its new value added.
struct HeadsSum: Hashable, CustomStringConvertible {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  init() {}

  /// Reads the 32 hex digits of a sum; nil for another text.
  init?(_ text: Substring) {
    guard text.count == 32, let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  mutating func add(_ chain: [UInt8]) {
    high &+= chain.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low &+= chain.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  var description: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

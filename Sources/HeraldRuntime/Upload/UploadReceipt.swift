import Herald
import HeraldLog

/// What a server acknowledged of a stream, and what the phone has to send along.
struct UploadReceipt: Hashable, Sendable {
  /// The last revision that the server has; 0 before the first.
  var head = 0
  /// The value of the chain there, as the server told it, 32 bytes.
  var chain = Chain.start
  /// The proof that the stream is the phone's own; nil before the first answer.
  var token: String?
  /// Revisions behind the head that the server refused for good, ascending.
  var skipped: [Int] = []
  /// Whether the last answer contradicted what was known. Another such answer is nothing new then, and would fill the
  /// ledger with evidence.
  var isContradicted = false
  /// The number of requests that failed in a row.
  var failures = 0
  /// How long the server is left alone; nil for not at all.
  var holdOff: HoldOff?

  /// Moves the head.
  mutating func advance(to head: Int, chain: [UInt8]) {
    self.head = head
    self.chain = chain
    skipped.removeAll { $0 <= head }
  }
}

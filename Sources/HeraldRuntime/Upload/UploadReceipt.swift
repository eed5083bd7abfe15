import Herald
import HeraldLog

/// The part of a stream that a server acknowledged, and the values that the phone has to send along.
struct UploadReceipt: Hashable, Sendable {
  /// The last revision that the server has; 0 before the first.
  var head = 0
  /// The value of the chain there, as the server sent it, 32 bytes.
  var chain = Chain.start
  /// The proof that the stream is the phone's own; nil before the first answer.
  var token: String?
  /// Revisions behind the head that the server refused for good, ascending.
  var skipped: [Int] = []
  /// True after an answer that contradicted what was known, until the stream grows there as expected. Another such
  /// answer is nothing new then, and would fill the ledger with evidence.
  var isContradicted = false
  /// The number of requests that failed in a row.
  var failures = 0
  /// The wait before the next request; nil for none.
  var holdOff: HoldOff?

  /// Moves the head.
  mutating func advance(to head: Int, chain: [UInt8]) {
    self.head = head
    self.chain = chain
    skipped.removeAll { $0 <= head }
  }
}

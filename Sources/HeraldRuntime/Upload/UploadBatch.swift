import Herald
import HeraldLog

/// The lines of one request, and the chain over what is sent.
struct UploadBatch {
  /// A line behind the receipt, and the value of the chain with it.
  struct Sent {
    let revision: Int
    let chain: [UInt8]
  }

  /// The lines, each with its newline.
  private(set) var body: [UInt8] = []
  /// The lines behind the receipt, in their order.
  private(set) var sent: [Sent] = []
  /// The revision of the stream's first stored line. A phone shows that line to prove that the stream is its own.
  private var proof: Int?
  /// The revisions that the server has to accept as missing, because it refused them.
  let skipped: [Int]

  /// - Parameters:
  ///   - lines: the stream's next lines behind the receipt, as they are sent.
  ///   - first: the stream's first stored line, where the phone has no token and this batch does not begin with that line.
  init(_ lines: [StreamLine], behind receipt: UploadReceipt, proof first: StreamLine? = nil) {
    let refused = Set(receipt.skipped)
    let last = lines.last?.revision ?? 0
    skipped = receipt.skipped.filter { $0 > receipt.head && $0 < last }
    var chain = receipt.chain
    if let first {
      append(first.bytes)
      proof = first.revision
    }
    for line in lines where !refused.contains(line.revision) {
      append(line.bytes)
      line.bytes.withBorrowedBytes { Chain.advance(&chain, revision: line.revision, line: $0) }
      sent.append(Sent(revision: line.revision, chain: chain))
    }
  }

  private mutating func append(_ line: [UInt8]) {
    body += line
    body.append(0x0A)
  }

  /// The revision of the line with a number in the request, from 1; nil beyond the last line.
  func revision(ofLine number: Int) -> Int? {
    let revisions = (proof.map { [$0] } ?? []) + sent.map(\.revision)
    return number >= 1 && number <= revisions.count ? revisions[number - 1] : nil
  }

  /// The chain's value at a revision; nil where the batch has none there.
  func chain(at revision: Int) -> [UInt8]? { sent.first { $0.revision == revision }?.chain }
}

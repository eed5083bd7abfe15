import Foundation
import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldPacking

/// A server within the process: it stores lines by the rules of the real one, and fails as a test scripts it.
final class StandInServer: HTTPTransport {
  /// A request that came.
  struct Received: Sendable {
    let headers: [String: String]
    let lines: [String]
    let isCostly: Bool
  }

  /// What it does with the next requests.
  enum Manner: Sendable {
    case works
    case unreachable
    /// Stores the lines, and is not heard any more.
    case losesAnswers
    /// Stores nothing.
    case answers(Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// Stores the lines, and tells another chain.
    case liesAboutTheChain
    /// Stores the lines, and tells a head of 1.
    case liesAboutTheHead
    /// Takes up to this many lines at once.
    case takes(lines: Int)
    /// Never answers.
    case hangs
  }

  let manner = SharedValue(Manner.works)
  let received = SharedValue<[Received]>([])
  /// The ids of events that it refuses for good.
  let refused = SharedValue<Set<String>>([])
  /// Another one makes all tokens that it gave invalid.
  let secret = SharedValue("token")
  private let ledger: LockedLedger
  private let path: String

  init(_ path: String) throws {
    self.path = path
    ledger = LockedLedger(try Ledger(path: path))
  }

  func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
    let bytes = Self.unpacked(request.body ?? [])
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    received.change {
      $0.append(Received(headers: headers, lines: lines, isCostly: request.usesCostlyNetworks))
    }
    switch manner.value {
    case .works: return answer(text, headers)
    case .unreachable: throw .unreachableHost(why: "the test says so")
    case .losesAnswers:
      _ = answer(text, headers)
      throw .interrupted
    case .answers(let status, let headers, let body):
      return TransportAnswer(head: TransportHead(status: status, headers: headers), body: Array(body.utf8))
    case .liesAboutTheChain:
      return answer(text, headers) {
        StreamHead(source: $0.source, revision: $0.revision, chain: String(repeating: "0", count: 64))
      }
    case .liesAboutTheHead:
      return answer(text, headers) {
        StreamHead(source: $0.source, revision: 1, chain: String(repeating: "1", count: 64))
      }
    case .takes(let most) where lines.count > most: return TransportAnswer(head: TransportHead(status: 413))
    case .takes: return answer(text, headers)
    case .hangs:
      try? await Task.sleep(for: .seconds(3600))
      throw .cancelled
    }
  }

  /// The lines that it stored, in order.
  func lines() throws -> [String] {
    var lines: [String] = []
    try reader().lines { lines.append($0) }
    return lines
  }

  func head(of source: ExactString = "/i/1") throws -> StreamHead? { try reader().head(of: source) }

  private func reader() throws -> LedgerReader { try LedgerReader(path: path, reading: Formats.reading) }

  /// Stores a line that another device sent.
  func take(_ line: String) throws { ledger.change { _ = try? $0.append(line: line) } }

  /// Forgets an installation, as somebody asked for.
  func forget(_ source: String) throws {
    ledger.change { ledger in
      _ = try? ledger.forget(.installations([ExactString(source)]), reason: "asked", reading: Formats.reading)
    }
  }

  /// Begins again with the first lines that it had, as after a backup was restored.
  func restore(first count: Int) throws {
    let kept = Array(try lines().prefix(count))
    try ledger.change { ledger in
      try ledger.close()
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      ledger = try Ledger(path: path)
      for line in kept { _ = try ledger.append(line: line) }
    }
  }

  /// Stores what can be stored of a batch; nil where its own ledger fails.
  func store(_ batch: LineBatch) -> BatchOutcome? { ledger.change { try? $0.append([batch]).first } }

  private static func unpacked(_ packed: [UInt8]) -> [UInt8] {
    var start = 0
    var unpacked: [UInt8] = []
    guard
      let gzip = try? GzipStream(
        "body",
        next: { span in
          let count = min(span.byteCount, packed.count - start)
          span.withUnsafeMutableBytes { $0.copyBytes(from: packed[start..<start + count]) }
          start += count
          return count
        })
    else { return [] }
    var piece = HeraldLog.ByteBuffer(capacity: 1 << 16)
    while let count = try? piece.write(0..<piece.capacity, { try gzip.read(into: &$0) }), count > 0 {
      unpacked += piece.bytes(0..<count)
    }
    return unpacked
  }
}

/// A ledger that requests use one after the other.
private final class LockedLedger: @unchecked Sendable {
  private let lock = NSLock()
  private var ledger: Ledger
  init(_ ledger: Ledger) { self.ledger = ledger }

  func change<Result>(_ body: (inout Ledger) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&ledger) }
  }
}

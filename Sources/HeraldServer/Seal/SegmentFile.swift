import Foundation
import Herald
import HeraldLog
import HeraldPacking
import SystemPackage

/// Packs the lines of one segment into a file, and counts them.
final class SegmentFile {
  let path: String
  private let file: FileDescriptor
  private let sums: Sums
  private let packer: ZstdWriter
  private var buffer: [UInt8] = []
  private(set) var events = 0
  private(set) var first = 0
  private(set) var last = 0
  private(set) var times: ClosedRange<Timestamp>?
  private var streams: [Int: (source: ExactString, revision: Int, chain: [UInt8])] = [:]
  /// The streams in the order in which they came.
  private var order: [Int] = []

  private static let enough = 1 << 16

  /// The size and the digest of the packed bytes that go to the disk.
  private final class Sums {
    var hasher = SHA256Hasher()
    var bytes = 0
  }

  /// - Throws: `LogFileError` where the file cannot be made.
  init(_ path: String) throws {
    self.path = path
    let file = try SyncedFile.naming(path) { try SyncedFile.create(path) }
    let sums = Sums()
    (self.file, self.sums) = (file, sums)
    packer = try ZstdWriter(path) { bytes in
      sums.hasher.update(bytes)
      sums.bytes += bytes.count
      try SyncedFile.naming(path) { _ = try file.writeAll(bytes.unsafeBytes) }
    }
  }

  deinit { try? file.close() }

  func write(_ line: BorrowedBytes) throws {
    buffer.append(contentsOf: line)
    buffer.append(0x0A)
    if buffer.count >= Self.enough { try flush() }
  }

  func write(_ line: SegmentLine) throws {
    try write(line.line)
    if events == 0 { first = line.position }
    (events, last) = (events + 1, line.position)
    if !line.time.isMissing {
      let moment = line.time.moment
      times = times.map { min($0.lowerBound, moment)...max($0.upperBound, moment) } ?? moment...moment
    }
    let chain = Array(line.chain)
    if streams[line.stream]?.revision != nil {
      streams[line.stream]?.revision = line.revision
      streams[line.stream]?.chain = chain
    } else {
      order.append(line.stream)
      streams[line.stream] = (line.sourceName, line.revision, chain)
    }
  }

  /// Makes the file durable.
  ///
  /// - Returns: its size and its digest.
  func finish() throws -> SyncedFile.Sum {
    try flush()
    try packer.finish()
    try SyncedFile.sync(path)
    return SyncedFile.Sum(bytes: sums.bytes, sha256: Hex.text(of: sums.hasher.finish()))
  }

  /// The heads of the streams, in the order in which they came.
  var heads: [StreamHead] {
    order.compactMap { number in
      streams[number].map { StreamHead(source: $0.source, revision: $0.revision, chain: Hex.text(of: $0.chain)) }
    }
  }

  private func flush() throws {
    try buffer.withBorrowedBytes { try packer.write($0) }
    buffer.removeAll(keepingCapacity: true)
  }
}

import HeraldLog
import Hummingbird
import NIOCore
import NIOPosix
import SystemPackage

/// A long answer that was written to a file without a name, and is sent from there: it may be larger than the memory, and
/// a slow reader holds no ledger open.
final class ResponseFile: @unchecked Sendable {
  // Written by one thread, and then only read.
  private let file: SystemPackage.FileDescriptor
  private var size = 0
  /// The number of line ends that were written.
  private(set) var lines = 0

  private static let piece = 256 << 10

  /// - Throws: `LogFileError` where no temporary file can be made.
  init() throws { file = try TemporaryFile.open() }

  deinit { try? file.close() }

  func write(_ bytes: some Sequence<UInt8>) throws {
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
    size += try file.writeAll(bytes)
  }

  /// The written bytes as the body of an answer.
  ///
  /// - Parameter check: called before each piece. The answer is cut where it throws, because the token that asked is not
  ///   in force any more.
  func body(before check: @escaping @Sendable () throws -> Void) -> ResponseBody {
    ResponseBody(contentLength: size) { writer in
      var offset = 0
      while offset < self.size {
        let start = offset
        let bytes = try await NIOThreadPool.singleton.runIfActive {
          try check()
          return try self.piece(from: start)
        }
        if bytes.isEmpty { break }
        offset += bytes.count
        try await writer.write(NIOCore.ByteBuffer(bytes: bytes))
      }
      try await writer.finish(nil)
    }
  }

  private func piece(from offset: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(Self.piece, size - offset))
    let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: Int64(offset), into: $0) }
    return Array(bytes.prefix(count))
  }
}

import CZstd
package import Herald
import HeraldLog

/// Packs bytes with Zstandard piece by piece (RFC 8878): one frame with a checksum.
package final class ZstdWriter {
  private let send: (BorrowedBytes) throws -> Void
  private let name: String
  private let stream: OpaquePointer
  private var output = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())

  /// - Parameters:
  ///   - name: the file as errors name it.
  ///   - send: takes packed bytes, which are valid until it returns.
  /// - Throws: `LogFileError` where memory runs out.
  package init(_ name: String, send: @escaping (BorrowedBytes) throws -> Void) throws {
    self.name = name
    self.send = send
    guard let stream = ZSTD_createCStream() else { throw Self.failed(name, "no memory") }
    self.stream = stream
    ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1)
  }

  deinit { ZSTD_freeCStream(stream) }

  /// Packs some bytes.
  ///
  /// - Throws: `LogFileError` where memory runs out. Rethrows what sending throws.
  package func write(_ bytes: BorrowedBytes) throws { try pack(bytes, ZSTD_e_continue) }

  /// Ends the frame.
  package func finish() throws { try pack(.none, ZSTD_e_end) }

  private func pack(_ bytes: BorrowedBytes, _ mode: ZSTD_EndDirective) throws {
    var input = ZSTD_inBuffer(src: bytes.unsafeBytes.baseAddress, size: bytes.count, pos: 0)
    var left = 0
    repeat {
      let stream = stream
      let count = try output.withUnsafeMutableBytes { buffer in
        var packed = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        left = ZSTD_compressStream2(stream, &packed, &input, mode)
        if ZSTD_isError(left) != 0 { throw Self.failed(name, String(cString: ZSTD_getErrorName(left))) }
        return packed.pos
      }
      if count > 0 { try output.withBorrowedBytes { try send($0.extracting(0..<count)) } }
    } while input.pos < input.size || mode == ZSTD_e_end && left > 0
  }

  private static func failed(_ name: String, _ why: String) -> LogFileError {
    LogFileError(
      .cannotWrite, what: "`\(name)` cannot be packed.", file: name, why: why, fix: "free some memory, and do it again")
  }
}

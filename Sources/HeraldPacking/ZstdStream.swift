import CZstd
package import Herald
import HeraldLines

/// Unpacks Zstandard piece by piece (RFC 8878).
package final class ZstdStream {
  private let next: (inout MutableRawSpan) throws -> Int
  private let name: String
  private let stream: OpaquePointer
  /// The library keeps a pointer into it between two calls.
  private var input = ByteBuffer(capacity: 1 << 17)
  private var pending = ZSTD_inBuffer()
  private var isFrameOver = true

  /// - Parameters:
  ///   - name: the name of the packed file in messages.
  ///   - next: fills a span from its start with packed bytes and returns their number; 0 at the end.
  /// - Throws: `LogFileError` where memory runs out.
  package init(_ name: String, next: @escaping (inout MutableRawSpan) throws -> Int) throws {
    self.next = next
    self.name = name
    guard let stream = ZSTD_createDStream() else {
      throw LogFileError(
        .cannotUnpack, what: "`\(name)` cannot be unpacked.", file: name, why: "no memory", fix: "free some")
    }
    self.stream = stream
  }

  deinit { ZSTD_freeDStream(stream) }

  /// Fills a span from its start with unpacked bytes and returns their number; 0 at the end.
  ///
  /// - Throws: `LogFileError` for bytes that are not packed like this, or that end in the middle.
  package func read(into span: inout MutableRawSpan) throws -> Int {
    try span.withUnsafeMutableBytes { try read(into: $0) }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
    while output.pos == 0 {
      if pending.pos == pending.size, try !refill() { return 0 }
      let left = ZSTD_decompressStream(stream, &output, &pending)
      if ZSTD_isError(left) != 0 { throw damaged(String(cString: ZSTD_getErrorName(left))) }
      isFrameOver = left == 0
    }
    return output.pos
  }

  /// Reads the next piece; false at the end, which has to be the end of a frame.
  private func refill() throws -> Bool {
    let count = try input.write(0..<input.capacity) { try next(&$0) }
    guard count > 0 else {
      if isFrameOver { return false }
      throw damaged("it ends in the middle")
    }
    pending = ZSTD_inBuffer(src: input.bytes(0..<count).unsafeBytes.baseAddress, size: count, pos: 0)
    return true
  }

  private func damaged(_ why: String) -> LogFileError {
    LogFileError(
      .damagedArchive, what: "`\(name)` cannot be unpacked.", file: name, why: why,
      fix: "check that it is whole and compressed with zstd")
  }
}

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

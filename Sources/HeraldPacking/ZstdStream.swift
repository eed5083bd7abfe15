import CZstd
import HeraldLog

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

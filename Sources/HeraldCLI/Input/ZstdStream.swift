import CZstd
import HeraldLog
import SystemPackage

/// Unpacks a Zstandard file piece by piece (RFC 8878).
final class ZstdStream {
  private let file: FileDescriptor
  private let path: String
  private let stream: OpaquePointer
  /// The library keeps a pointer into it between two calls.
  private var input = ByteBuffer(capacity: 1 << 17)
  private var pending = ZSTD_inBuffer()
  private var isFrameOver = true

  init(_ file: FileDescriptor, path: String) throws {
    self.file = file
    self.path = path
    guard let stream = ZSTD_createDStream() else {
      throw LogFileError(
        .cannotUnpack, what: "`\(path)` cannot be unpacked.", file: path, why: "no memory", fix: "free some")
    }
    self.stream = stream
  }

  deinit {
    ZSTD_freeDStream(stream)
    try? file.close()
  }

  func read(into span: inout MutableRawSpan) throws -> Int {
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

  /// Reads the next piece; false at the end of the file, which has to be the end of a frame.
  private func refill() throws -> Bool {
    let count = try input.write(0..<input.capacity) { try file.read(into: &$0) }
    guard count > 0 else {
      if isFrameOver { return false }
      throw damaged("it ends in the middle")
    }
    pending = ZSTD_inBuffer(src: input.bytes(0..<count).unsafeBytes.baseAddress, size: count, pos: 0)
    return true
  }

  private func damaged(_ why: String) -> LogFileError {
    LogFileError(
      .damagedArchive, what: "`\(path)` cannot be unpacked.", file: path, why: why,
      fix: "check that the file is whole and compressed with zstd")
  }
}

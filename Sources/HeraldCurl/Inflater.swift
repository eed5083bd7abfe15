import CZlib
import HeraldFetch

/// Unpacks one gzip stream (RFC 1952) piece by piece.
///
/// libcurl could do it, but takes a stream that ends early for a whole one.
final class Inflater {
  /// True after the end of the stream.
  private(set) var isAtEnd = false
  /// At a fixed address, because zlib keeps a pointer to it.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

  init() throws(TransportError) {
    stream.initialize(to: z_stream())
    let windowOfGzip: Int32 = 15 + 16
    let result = inflateInit2_(stream, windowOfGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw .other("zlib cannot begin (\(result))") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Unpacks a piece; the callback gets at most 64 KiB at a time, and may throw to end it.
  ///
  /// - Throws: `brokenEncoding` for bytes that are not gzip, and for any after its end.
  func unpack(
    _ piece: UnsafeRawBufferPointer, to take: (UnsafeRawBufferPointer) throws(TransportError) -> Void
  ) throws(TransportError) {
    guard !piece.isEmpty else { return }
    guard !isAtEnd, let count = UInt32(exactly: piece.count) else { throw .brokenEncoding }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = count
    repeat {
      stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      let result = inflate(stream, Z_NO_FLUSH)
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else { throw .brokenEncoding }
      try take(UnsafeRawBufferPointer(rebasing: output[..<(output.count - Int(stream.pointee.avail_out))]))
      isAtEnd = result == Z_STREAM_END
      if isAtEnd, stream.pointee.avail_in > 0 { throw .brokenEncoding }
    } while !isAtEnd && stream.pointee.avail_out == 0
  }
}

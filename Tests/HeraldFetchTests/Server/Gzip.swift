import CZlib

/// Packs bytes as gzip (RFC 1952).
func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  struct Fault: Error { let code: Int32 }
  var stream = z_stream()
  let windowOfGzip: Int32 = 15 + 16
  let opened = deflateInit2_(
    &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowOfGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  guard opened == Z_OK else { throw Fault(code: opened) }
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
  let code = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return deflate(&stream, Z_FINISH)
    }
  }
  guard code == Z_STREAM_END else { throw Fault(code: code) }
  return Array(output.prefix(Int(stream.total_out)))
}

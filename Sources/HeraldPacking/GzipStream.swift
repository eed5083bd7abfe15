import CZlib
import HeraldLines

/// Unpacks gzip piece by piece (RFC 1952); there may be several members.
package final class GzipStream {
  private let next: (inout MutableRawSpan) throws -> Int
  private let name: String
  private var stream = z_stream()
  /// zlib keeps a pointer into it between two calls.
  private var input = ByteBuffer(capacity: 1 << 17)
  private var isMemberOver = false

  /// - Parameters:
  ///   - name: the name of the packed file in messages.
  ///   - next: fills a span from its start with packed bytes and returns their number; 0 at the end.
  /// - Throws: `LogFileError` where memory runs out.
  package init(_ name: String, next: @escaping (inout MutableRawSpan) throws -> Int) throws {
    self.next = next
    self.name = name
    // 15 bits of window, and 16 for gzip's header.
    let code = inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw damaged("zlib's code \(code)") }
  }

  deinit { inflateEnd(&stream) }

  /// Fills a span from its start with unpacked bytes and returns their number; 0 at the end.
  ///
  /// - Throws: `LogFileError` for bytes that are not packed like this, or that end in the middle.
  package func read(into span: inout MutableRawSpan) throws -> Int {
    try span.withUnsafeMutableBytes { try read(into: $0) }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    stream.next_out = buffer.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(buffer.count)
    while stream.avail_out == UInt32(buffer.count) {
      if stream.avail_in == 0, try !refill() { return 0 }
      if isMemberOver {
        inflateReset(&stream)
        isMemberOver = false
      }
      let code = inflate(&stream, Z_NO_FLUSH)
      if code == Z_STREAM_END {
        isMemberOver = true
      } else if code != Z_OK, code != Z_BUF_ERROR {
        throw damaged(stream.msg.map { String(cString: $0) } ?? "zlib's code \(code)")
      }
    }
    return buffer.count - Int(stream.avail_out)
  }

  /// Reads the next piece; false at the end, which has to be the end of a member.
  private func refill() throws -> Bool {
    let count = try input.write(0..<input.capacity) { try next(&$0) }
    guard count > 0 else {
      if isMemberOver { return false }
      throw damaged("it ends in the middle")
    }
    let bytes = input.bytes(0..<count).unsafeBytes.assumingMemoryBound(to: UInt8.self)
    stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.avail_in = UInt32(count)
    return true
  }

  private func damaged(_ why: String) -> LogFileError {
    LogFileError(
      .damagedArchive, what: "`\(name)` cannot be unpacked.", file: name, why: why,
      fix: "check that it is whole and compressed with gzip")
  }
}

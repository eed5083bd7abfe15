import Foundation
import Herald
import HeraldLog
import HeraldPacking
import Testing

@Suite("Packing with Zstandard")
struct ZstdWriterTests {
  /// Packs pieces and unpacks the whole.
  private func packed(_ pieces: [[UInt8]]) throws -> (packed: [UInt8], unpacked: [UInt8]) {
    var packed: [UInt8] = []
    let writer = try ZstdWriter("test") { packed += Array($0) }
    for piece in pieces { try piece.withBorrowedBytes { try writer.write($0) } }
    try writer.finish()
    var rest = packed[...]
    let stream = try ZstdStream("test") { span in
      let part = Array(rest.prefix(min(100, span.byteCount)))
      rest = rest.dropFirst(part.count)
      for (index, byte) in part.enumerated() { span.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
      return part.count
    }
    return (packed, try ByteSource(name: "test") { try stream.read(into: &$0) }.all(atMost: 1 << 24))
  }

  @Test("What was packed in pieces of any size is unpacked again", arguments: [0, 1, 100, 70_000, 1_000_000])
  func roundTrip(size: Int) throws {
    let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    #expect(try packed([piece, [], piece]).unpacked == piece + piece)
  }

  @Test("Nothing packed is an archive of nothing")
  func nothing() throws {
    let result = try packed([])
    #expect(!result.packed.isEmpty)
    #expect(result.unpacked.isEmpty)
  }
}

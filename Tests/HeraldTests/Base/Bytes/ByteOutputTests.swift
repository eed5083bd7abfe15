import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Written bytes")
struct ByteOutputTests {
  @Test("A byte output concatenates pieces of any length", arguments: 1...30)
  func piecesAreConcatenated(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var output = ByteOutput()
    var expected: [UInt8] = []
    for _ in 0..<40 {
      let piece = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      switch piece.count {
      case 1: output.append(piece[0])
      case 2...30:
        output.append(atMost: Int.random(in: piece.count...200, using: &random)) { free in
          free.append(piece[0])
          piece.withBorrowedBytes { free.append($0.extracting(1...)) }
        }
      default: piece.withBorrowedBytes { output.append($0) }
      }
      expected += piece
      #expect(output.count == expected.count)
    }
    #expect(output.bytes == expected)
    #expect(Array(output.written) == expected)
  }

  @Test("A byte output's copy is independent of the original")
  func copiesAreIndependent() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    var copy = output
    copy.append(UInt8(ascii: "d"))
    output.append(UInt8(ascii: "e"))
    #expect(output.string == "abce")
    #expect(copy.string == "abcd")
  }

  @Test("A byte output does not change bytes that it has returned")
  func writtenBytesDoNotChange() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    let written = output.written
    output.removeAll()
    for byte in Array("xyz".utf8) { output.append(byte) }
    #expect(String(decoding: written, as: UTF8.self) == "abc")
    #expect(output.string == "xyz")
  }

  @Test("A byte output starts again empty after its bytes were removed")
  func removedBytesAreGone() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    output.removeAll()
    #expect(output.isEmpty)
    output.append(UInt8(ascii: "x"))
    #expect(output.bytes == [UInt8(ascii: "x")])
  }
}

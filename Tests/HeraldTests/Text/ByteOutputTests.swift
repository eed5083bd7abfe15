import Testing

@testable import Herald

@Suite("Written bytes")
struct ByteOutputTests {
  @Test("are the pieces one behind the other, whatever their lengths", arguments: 1...30)
  func pieces(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var output = ByteOutput()
    var expected: [UInt8] = []
    for _ in 0..<40 {
      let piece = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if piece.count == 1 {
        output.append(piece[0])
      } else {
        piece.withUnsafeBufferPointer { output.append($0) }
      }
      expected += piece
      #expect(output.count == expected.count)
    }
    #expect(output.bytes == expected)
  }

  @Test("of a copy are its own")
  func copies() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    var copy = output
    copy.append(UInt8(ascii: "d"))
    output.append(UInt8(ascii: "e"))
    #expect(output.string == "abce")
    #expect(copy.string == "abcd")
  }

  @Test("begin anew without what was there before")
  func anew() {
    var output = ByteOutput()
    for byte in Array("abc".utf8) { output.append(byte) }
    output.removeAll()
    #expect(output.isEmpty)
    output.append(UInt8(ascii: "x"))
    #expect(output.bytes == [UInt8(ascii: "x")])
  }
}

import Herald
import Testing

@Suite("Borrowed bytes")
struct BorrowedBytesTests {
  private static let text = Array("a log of events".utf8)

  @Test("A part of borrowed bytes is counted from 0 again", arguments: [0..<0, 0..<15, 2..<5, 15..<15])
  func partIsCountedFromZero(range: Range<Int>) {
    let part = Self.text.withBorrowedBytes { Array($0.extracting(range)) }
    #expect(part == Array(Self.text[range]))
  }

  @Test("An integer that was appended raw is loaded from any offset", arguments: 0...9)
  func rawIntegerIsLoaded(offset: Int) {
    var bytes = [UInt8](repeating: 0xFF, count: offset)
    bytes.append(raw: UInt32(0x0102_0304))
    bytes.append(raw: Int64.min)
    bytes.withBorrowedBytes { bytes in
      #expect(bytes.load(at: offset, as: UInt32.self) == 0x0102_0304)
      #expect(bytes.load(at: offset + 4, as: Int64.self) == .min)
    }
  }

  @Test("A byte is found from an offset on, and not before it")
  func byteIsFound() {
    Self.text.withBorrowedBytes { bytes in
      #expect(bytes.offset(of: UInt8(ascii: "o"), from: 0) == 3)
      #expect(bytes.offset(of: UInt8(ascii: "o"), from: 4) == 6)
      #expect(bytes.offset(of: UInt8(ascii: "o"), from: 7) == nil)
      #expect(bytes.offset(of: UInt8(ascii: "o"), from: 15) == nil)
    }
  }

  @Test("Other bytes stand at an offset only where all of them fit")
  func wordStandsAtOffset() {
    Self.text.withBorrowedBytes { bytes in
      #expect(bytes.has(BorrowedBytes("events"), at: 9))
      #expect(!bytes.has(BorrowedBytes("events,"), at: 9))
      #expect(!bytes.has(BorrowedBytes("log"), at: -1))
      #expect(!bytes.has(BorrowedBytes("log"), at: .max))
    }
  }

  @Test("Bytes are ordered by the first that differs", arguments: [("ab", "ac"), ("a\u{0}", "a\u{1}"), ("az", "b")])
  func orderIsByFirstDifference(lower: String, upper: String) {
    let isBelow = Array(lower.utf8).withBorrowedBytes { lower in
      Array(upper.utf8).withBorrowedBytes { (lower.comesBefore($0), $0.comesBefore(lower)) }
    }
    #expect(isBelow == (true, false))
  }

  @Test("Reading outside of borrowed bytes ends the process instead of reading other memory")
  func boundsAreChecked() async {
    await #expect(processExitsWith: .failure) { [UInt8(1)].withBorrowedBytes { _ = $0[1] } }
    await #expect(processExitsWith: .failure) { [UInt8(1)].withBorrowedBytes { _ = $0[-1] } }
    await #expect(processExitsWith: .failure) { [UInt8(1)].withBorrowedBytes { _ = $0.extracting(0..<2) } }
    await #expect(processExitsWith: .failure) { [UInt8(1)].withBorrowedBytes { _ = $0.word(at: 0) } }
  }
}

import Testing

@testable import Herald

@Suite("Plain text in JSON and in tables")
struct PlainTextTests {
  private func end(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { $0 < 0x20 || $0 >= 0x80 || $0 == 0x22 || $0 == 0x5C } ?? bytes.count
  }

  @Test(
    "Plain text in JSON ends before each special byte, wherever it stands", arguments: [0, 7, 15, 16, 17, 31, 32, 40])
  func plainTextEndsBeforeASpecialByte(at place: Int) {
    for byte in UInt8.min...UInt8.max {
      for after in [0, 1, 15, 16, 33] {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: place + 1 + after)
        bytes[place] = byte
        for start in [0, min(3, place), place, place + 1] {
          let found = bytes.withBorrowedBytes { PlainText.end(in: $0, from: start) }
          #expect(found == end(bytes, from: start), "byte \(byte) at \(place), \(after) after it, from \(start)")
        }
      }
    }
  }

  @Test(
    "A cell of a table is plain without quotes, commas and what is not printable ASCII, wherever it stands",
    arguments: [0, 7, 15, 16, 17, 31, 32, 40])
  func plainCellHasNoSpecialByte(at place: Int) {
    for byte in UInt8.min...UInt8.max {
      for after in [0, 1, 15, 16, 33] {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: place + 1 + after)
        bytes[place] = byte
        let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
        let found = bytes.withBorrowedBytes(PlainText.isPlainCell)
        #expect(found == isPlain, "byte \(byte) at \(place), \(after) after it")
      }
    }
  }

  @Test("Plain text without a byte ends where it begins")
  func emptyTextEndsAtOnce() {
    #expect(PlainText.end(in: BorrowedBytes.none, from: 0) == 0)
    #expect([UInt8]("ab".utf8).withBorrowedBytes { PlainText.end(in: $0, from: 2) } == 2)
  }
}

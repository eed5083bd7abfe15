import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A varint")
struct VarintTests {
  @Test(
    "A varint is read as it was written",
    arguments: [0, 1, 127, 128, 16_383, 16_384, UInt64(Int64.max), .max] as [UInt64])
  func roundTrip(value: UInt64) {
    var bytes: [UInt8] = []
    bytes.append(varint: value)
    var index = 0
    #expect(Varint.read(bytes, at: &index) == value)
    #expect(index == bytes.count)
  }

  @Test("A varint that is cut off is not a number", arguments: [[], [0x80], [0xFF, 0xFF]] as [[UInt8]])
  func cut(bytes: [UInt8]) {
    var index = 0
    #expect(Varint.read(bytes, at: &index) == nil)
  }

  @Test("A varint that never ends is not a number")
  func endless() {
    var index = 0
    #expect(Varint.read([UInt8](repeating: 0xFF, count: 100), at: &index) == nil)
  }

  @Test("A zigzagged number is the signed one again", arguments: [0, -1, 1, .min, .max] as [Int64])
  func zigzag(value: Int64) {
    #expect(Varint.signed(Varint.zigzag(value)) == value)
  }

  @Test("Zigzagging keeps small negative numbers small")
  func small() {
    #expect(Varint.zigzag(-1) == 1)
  }
}
